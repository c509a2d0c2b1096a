import { type ChangeEvent, type ClipboardEvent, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { type AmountEdit, editAmount, groupAmount, inOrderFor, readAmount, replaceAmount } from './amount.ts'
import { Button } from './button.tsx'
import { type Bound, type BoundFieldProps, bindText, Field } from './form-fields.tsx'
import { TextInput, type TextInputProps } from './inputs.tsx'

type AmountFieldProps<Values> = BoundFieldProps<Values> &
  Omit<TextInputProps, Bound | 'type' | 'inputMode'> & {
    /** Above the two meanings of an amount that has two. */
    readonly question: string
  }

/**
 * Shows thousands in groups while the amount is typed; the value itself is digits and one dot. What can mean two
 * amounts is asked, and is no value until the answer.
 */
export const AmountField = <Values,>(props: AmountFieldProps<Values>) => {
  const { form, name, label, help, isOptional = false, question, ...input } = props
  const { value, onChange: put, ...bound } = bindText(form, name)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ value: '', shown: '' })
  // Another value came from outside.
  const now = typed.value === value ? typed : { value, shown: groupAmount(value) }
  const readings = value === '' || value === now.shown ? readAmount(now.shown) : []
  const take = (element: HTMLInputElement, edit: AmountEdit) => {
    // An empty optional field means something, so the server refuses what is not answered there.
    const next = edit.value === '' && isOptional ? edit.shown : edit.value
    setTyped({ value: next, shown: edit.shown })
    // Written here and not left to React, which would put the caret at the end.
    element.value = edit.shown
    element.setSelectionRange(edit.caret, edit.caret)
    if (next !== value) put({ target: { value: next } })
  }
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inputType, data } = nativeEvent as InputEvent
    const caret = target.selectionStart ?? target.value.length
    take(target, editAmount({ ...now, text: target.value, caret, inputType, data }))
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { currentTarget, clipboardData } = event
    if (currentTarget.readOnly || currentTarget.disabled) return
    event.preventDefault()
    const start = currentTarget.selectionStart ?? 0
    const end = currentTarget.selectionEnd ?? currentTarget.value.length
    take(currentTarget, replaceAmount({ ...now, start, end }, clipboardData.getData('text')))
  }
  const choose = (chosen: string) => {
    setTyped({ value: chosen, shown: groupAmount(chosen) })
    put({ target: { value: chosen } })
    // On a touch screen the keyboard would come up again.
    if (!window.matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }
  return (
    <div>
      <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
        {(control) => (
          <TextInput
            placeholder="0.00"
            enterKeyHint="done"
            {...input}
            {...control}
            {...bound}
            ref={field}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            className={`tabular-nums ${input.className ?? ''}`}
            value={now.shown}
            onChange={onChange}
            onPaste={onPaste}
            onBlur={() => readAmount(value).length === 1 && setTyped({ value, shown: groupAmount(value) })}
          />
        )}
      </Field>
      <div aria-live="polite">
        {readings.length > 1 && !input.disabled && !input.readOnly && (
          <Meanings question={question} text={now.shown} readings={readings} onChoose={choose} />
        )}
      </div>
    </div>
  )
}

interface MeaningsProps {
  readonly question: string
  readonly text: string
  readonly readings: readonly string[]
  readonly onChoose: (amount: string) => void
}

function Meanings({ question, text, readings, onChoose }: MeaningsProps) {
  return (
    <div role="group" aria-label={question} className="pt-2">
      <p className="pb-2 text-sm font-semibold">{question}</p>
      <div className="grid grid-cols-2 gap-2">
        {inOrderFor(useLocale(), text, readings).map((amount) => (
          <Button key={amount} variant="secondary" onClick={() => onChoose(amount)}>
            <bdi dir="ltr" className="tabular-nums">
              {twoDecimals(amount)}
            </bdi>
          </Button>
        ))}
      </div>
    </div>
  )
}

function twoDecimals(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  return groupAmount(`${whole}.${decimals.padEnd(2, '0')}`)
}
