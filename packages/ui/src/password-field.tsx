import { Field } from './field.tsx'
import { type Bound, type BoundFieldProps, bindText } from './form-fields.tsx'
import { PasswordInput, type PasswordInputProps } from './password-input.tsx'

/** What is wrong with a password says the same as its help, and takes its place. */
export const PasswordField = <Values,>(props: BoundFieldProps<Values> & Omit<PasswordInputProps, Bound>) => {
  const { form, name, label, help, isOptional = false, ...input } = props
  const error = form.errors[name]
  return (
    <Field label={label} help={error === undefined ? help : undefined} error={error} isRequired={!isOptional}>
      {(control) => <PasswordInput dir="ltr" {...input} {...control} {...bindText(form, name)} />}
    </Field>
  )
}
