import { type ChangeEvent, type ClipboardEvent, useRef } from 'react'
import { type AmountEdit, cleanAmount, editAmount, groupAmount, replaceAmount } from './amount.ts'
import { Field, type FieldProps } from './form-fields.tsx'
import { TextInput, type TextInputProps } from './inputs.tsx'

type AmountInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  /** Digits and one dot, without separators. */
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** Shows thousands in groups while the amount is typed; the value itself has none. */
const AmountInput = ({ value, onValueChange, ...input }: AmountInputProps) => {
  const typed = useRef('')
  const take = (field: HTMLInputElement, edit: AmountEdit) => {
    typed.current = edit.typed
    // Written here and not left to React, which would put the caret at the end.
    field.value = edit.shown
    field.setSelectionRange(edit.caret, edit.caret)
    if (edit.value !== value) onValueChange(edit.value)
  }
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inputType, data } = nativeEvent as InputEvent
    const known = cleanAmount(typed.current) === value ? typed.current : value
    const caret = target.selectionStart ?? target.value.length
    take(target, editAmount({ value, typed: known, text: target.value, caret, inputType, data }))
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { currentTarget: field, clipboardData } = event
    if (field.readOnly || field.disabled) return
    event.preventDefault()
    const start = field.selectionStart ?? 0
    const end = field.selectionEnd ?? field.value.length
    take(field, replaceAmount({ value, start, end }, clipboardData.getData('text')))
  }
  return (
    <TextInput
      placeholder="0.00"
      {...input}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint={input.enterKeyHint ?? 'done'}
      className={`tabular-nums ${input.className ?? ''}`}
      value={groupAmount(value)}
      onChange={onChange}
      onPaste={onPaste}
    />
  )
}

type AmountFieldProps = AmountInputProps & Pick<FieldProps, 'label' | 'help' | 'error' | 'isRequired'>

export const AmountField = ({ label, help, error, isRequired, ...input }: AmountFieldProps) => (
  <Field label={label} help={help} error={error} isRequired={isRequired}>
    {(control) => <AmountInput {...input} {...control} />}
  </Field>
)
