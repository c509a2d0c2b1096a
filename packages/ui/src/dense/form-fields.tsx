import { Field } from '../field.tsx'
import { type BoundFieldProps, bindText } from '../form-fields.tsx'
import { SelectInput, type SelectOption } from './select-input.tsx'
import { TextArea } from './text-area.tsx'

export const SelectField = <Values,>(
  props: BoundFieldProps<Values> & { readonly options: readonly SelectOption[] },
) => {
  const { form, name, label, help, isOptional = false, options } = props
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => <SelectInput {...control} {...bindText(form, name)} options={options} />}
    </Field>
  )
}

/** A reason or a note. */
export const TextAreaField = <Values,>(props: BoundFieldProps<Values> & { readonly maxLength?: number }) => {
  const { form, name, label, help, isOptional = false, maxLength } = props
  const { onChange, ...bound } = bindText(form, name)
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => (
        <TextArea
          {...control}
          {...bound}
          maxLength={maxLength}
          // Reasons and notes are one line to the server: a pressed Enter means a new sentence.
          onChange={({ target }) => onChange({ target: { value: target.value.replaceAll(/\r?\n/g, ' ') } })}
        />
      )}
    </Field>
  )
}
