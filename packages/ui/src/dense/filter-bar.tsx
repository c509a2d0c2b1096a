import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { cn } from '../cn.ts'
import { Field } from '../form-fields.tsx'
import { useDebounced } from '../hooks.ts'
import { SelectInput, type SelectOption, TextInput, type TextInputProps } from '../inputs.tsx'

type FilterBarProps = {
  readonly label: string
  readonly clearLabel: string
  readonly isAny: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

/** On a phone it opens first, so that the list itself is what one sees. */
export const FilterBar = ({ label, clearLabel, isAny, onClear, children }: FilterBarProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <search aria-label={label} className="flex flex-wrap items-end gap-3">
      <Button
        variant="secondary"
        className="sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        icon={<SlidersHorizontal size={16} aria-hidden="true" />}
      >
        {label}
      </Button>
      <div className={cn('flex flex-wrap items-start gap-3 max-sm:order-1 max-sm:w-full', !isOpen && 'max-sm:hidden')}>
        {children}
      </div>
      {isAny ? (
        <Button variant="ghost" onClick={onClear} icon={<X size={16} aria-hidden="true" />}>
          {clearLabel}
        </Button>
      ) : null}
    </search>
  )
}

type FilterProps = {
  readonly label: string
  readonly value: string
  /** Why nothing could be found by it. */
  readonly error?: string | undefined
  readonly onValueChange: (value: string) => void
}

export type TextFilterProps = FilterProps &
  Pick<TextInputProps, 'type' | 'placeholder' | 'inputMode'> & {
    /** After the value has taken effect. */
    readonly onEnter?: ((value: string) => void) | undefined
  }

/** As wide as its label and what is chosen: words of some languages are long. */
const filterClass = 'w-full sm:w-auto sm:max-w-80 sm:min-w-48'
const pauseMs = 300

/** Takes effect when the typing pauses, or at once by Enter. */
export const TextFilter = (props: TextFilterProps) => {
  const { label, value, error, onValueChange, onEnter, ...input } = props
  const [text, setText] = useState(value)
  const settled = useDebounced(text, pauseMs)
  const told = useRef(value)
  // Cleared, or changed by going back.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (settled !== text || settled === told.current) return
    told.current = settled
    onValueChange(settled)
  }, [settled, text, onValueChange])
  const enter = () => {
    if (text !== told.current) {
      told.current = text
      onValueChange(text)
    }
    onEnter?.(text)
  }
  return (
    <Field label={label} error={error} className={filterClass}>
      {(control) => (
        // Of its own an input is as wide as twenty letters.
        <span className="block contain-inline-size">
          <TextInput
            {...input}
            {...control}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && enter()}
          />
        </span>
      )}
    </Field>
  )
}

export const SelectFilter = ({
  label,
  value,
  error,
  onValueChange,
  options,
}: FilterProps & { readonly options: readonly SelectOption[] }) => (
  <Field label={label} error={error} className={filterClass}>
    {(control) => (
      <SelectInput
        {...control}
        value={value}
        // As wide as what is chosen.
        className="field-sizing-content"
        options={options}
        onChange={(event) => onValueChange(event.target.value)}
      />
    )}
  </Field>
)
