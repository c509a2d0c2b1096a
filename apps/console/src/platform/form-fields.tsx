import { Field, PasswordInput, TextInput, type TextInputProps } from '@cashbox/ui'
import { SelectInput, type SelectOption } from '@cashbox/ui/dense/select-input'
import { TextArea } from '@cashbox/ui/dense/text-area'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Form, FormValues } from './form.ts'

type NamesOf<Values, Kind> = { [Name in keyof Values]: Values[Name] extends Kind ? Name : never }[keyof Values] & string

interface FieldOf<Values extends FormValues, Kind> {
  readonly form: Form<Values>
  readonly name: NamesOf<Values, Kind>
  readonly label: string
  readonly help?: ReactNode
  readonly isOptional?: boolean
}

const bound = <Values extends FormValues>({ form, name }: Pick<FieldOf<Values, string>, 'form' | 'name'>) => ({
  name,
  value: String(form.values[name] ?? ''),
  set: (value: string) => form.change(name, value as Values[typeof name]),
})

type InputProps = Omit<TextInputProps, 'form' | 'name' | 'value' | 'onChange'>

export function TextField<Values extends FormValues>(props: FieldOf<Values, string> & InputProps) {
  const { form, name, label, help, isOptional = false, ...input } = props
  const { value, set } = bound(props)
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => (
        <TextInput
          autoComplete="off"
          {...input}
          {...control}
          name={name}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  )
}

export function PasswordField<Values extends FormValues>(props: FieldOf<Values, string> & InputProps) {
  const { form, name, label, help, isOptional = false, ...input } = props
  const { value, set } = bound(props)
  const t = useTranslations('common')
  const error = form.errors[name]
  return (
    <Field label={label} help={error === undefined ? help : undefined} error={error} isRequired={!isOptional}>
      {(control) => (
        <PasswordInput
          {...input}
          {...control}
          name={name}
          value={value}
          onChange={(event) => set(event.target.value)}
          showLabel={t('show_password')}
          hideLabel={t('hide_password')}
        />
      )}
    </Field>
  )
}

export function SelectField<Values extends FormValues>(
  props: FieldOf<Values, string> & { readonly options: readonly SelectOption[] },
) {
  const { form, name, label, help, isOptional = false, options } = props
  const { value, set } = bound(props)
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => (
        <SelectInput
          {...control}
          name={name}
          value={value}
          options={options}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A reason or a note, which the audit keeps. */
export function TextAreaField<Values extends FormValues>(
  props: FieldOf<Values, string> & { readonly maxLength?: number },
) {
  const { form, name, label, help, isOptional = false, maxLength } = props
  const { value, set } = bound(props)
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => (
        <TextArea
          {...control}
          name={name}
          maxLength={maxLength}
          value={value}
          // Reasons and notes are one line to the server; whoever presses Enter means a new sentence.
          onChange={(event) => set(event.target.value.replaceAll(/\r?\n/g, ' '))}
        />
      )}
    </Field>
  )
}
