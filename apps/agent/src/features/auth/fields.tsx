import { Field, PasswordInput, TextInput, type TextInputProps } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { GuestForm } from './use-guest-form.ts'

export interface BoundProps<Name extends string> {
  readonly form: GuestForm<Name>
  readonly name: Name
}

type TextFieldProps<Name extends string> = BoundProps<Name> &
  Omit<TextInputProps, 'form' | 'name' | 'value' | 'onChange'> & { readonly label: string; readonly help?: ReactNode }

export function TextField<Name extends string>({ form, name, label, help, ...input }: TextFieldProps<Name>) {
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired>
      {(control) => <TextInput {...input} {...control} {...bind(form, name)} />}
    </Field>
  )
}

export function EmailField<Name extends string>({ form, name, ...input }: Omit<TextFieldProps<Name>, 'label'>) {
  const t = useTranslations('field')
  return (
    <TextField
      form={form}
      name={name}
      label={t('email')}
      placeholder={t('email_placeholder')}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      enterKeyHint="next"
      {...input}
    />
  )
}

/** What is wrong with a password says the same as its help, and takes its place. */
export function PasswordField<Name extends string>({ form, name, label, help, ...input }: TextFieldProps<Name>) {
  const t = useTranslations('common')
  const error = form.errors[name]
  return (
    <Field label={label} help={error === undefined ? help : undefined} error={error} isRequired>
      {(control) => (
        <PasswordInput
          {...input}
          {...control}
          {...bind(form, name)}
          dir="ltr"
          showLabel={t('show_password')}
          hideLabel={t('hide_password')}
        />
      )}
    </Field>
  )
}

export const bind = <Name extends string>({ values, change }: GuestForm<Name>, name: Name) => ({
  name,
  value: values[name],
  onChange: (event: { readonly target: { readonly value: string } }) => change(name, event.target.value),
})
