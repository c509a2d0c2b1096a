import { type ChangeEvent, type ClipboardEvent, useRef } from 'react'
import { type AmountEdit, cleanAmount, editAmount, groupAmount, replaceAmount } from './amount.ts'
import { type Bound, type BoundFieldProps, bindText, Field } from './form-fields.tsx'
import { TextInput, type TextInputProps } from './inputs.tsx'

type AmountFieldProps<Values> = BoundFieldProps<Values> & Omit<TextInputProps, Bound | 'type' | 'inputMode'>

/** Shows thousands in groups while the amount is typed; the value itself is digits and one dot. */
export const AmountField = <Values,>(props: AmountFieldProps<Values>) => {
  const { form, name, label, help, isOptional = false, ...input } = props
  const { value, onChange: put, ...bound } = bindText(form, name)
  const typed = useRef('')
  const take = (field: HTMLInputElement, edit: AmountEdit) => {
    typed.current = edit.typed
    // Written here and not left to React, which would put the caret at the end.
    field.value = edit.shown
    field.setSelectionRange(edit.caret, edit.caret)
    if (edit.value !== value) put({ target: edit })
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
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => (
        <TextInput
          placeholder="0.00"
          enterKeyHint="done"
          {...input}
          {...control}
          {...bound}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          className={`tabular-nums ${input.className ?? ''}`}
          value={groupAmount(value)}
          onChange={onChange}
          onPaste={onPaste}
        />
      )}
    </Field>
  )
}
