import { IconButton, TextInput, type TextInputProps } from '@cashbox/ui'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { textAt } from '../language/language.ts'
import { type DateKind, formatDate, readDate } from '../values/dates.ts'

interface DateInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'suffix'> {
  readonly kind: DateKind
  /** As a native input holds it; empty for none. */
  readonly value: string
  /** Also of a text that is no date, which the server refuses. */
  readonly onValueChange: (value: string) => void
}

/** A date in the form that all dates have here. The browser's own field has the form of the browser's language. */
export function DateInput({ kind, value, onValueChange, ...input }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      autoComplete="off"
      {...input}
      value={typed ?? formatDate(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onValueChange(readDate(kind, target.value) ?? target.value)
      }}
      onBlur={() => setTyped(null)}
      suffix={
        <span className="relative -me-3">
          <IconButton
            label={textAt('common.calendar')}
            icon={<CalendarDays size={18} aria-hidden />}
            onClick={() => picker.current?.showPicker()}
          />
          {/* Only its calendar is used. */}
          <input
            ref={picker}
            type={kind}
            tabIndex={-1}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 -z-10 opacity-0"
            value={value}
            onChange={({ target }) => {
              setTyped(null)
              onValueChange(target.value)
            }}
          />
        </span>
      }
    />
  )
}
