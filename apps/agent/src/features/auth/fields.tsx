import { type FieldForm, TextField, type TextInputProps, PasswordField as UiPasswordField } from '@cashbox/ui'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

type EmailFieldProps = { readonly form: FieldForm<{ email: string }> } & Pick<
  TextInputProps,
  'autoComplete' | 'enterKeyHint'
>

export function EmailField({ form, ...input }: EmailFieldProps) {
  const t = useTranslations('field')
  return (
    <TextField
      form={form}
      name="email"
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

interface NewPasswordFieldsProps {
  readonly form: FieldForm<{ password: string; password_confirmation: string }>
  readonly label: string
  /** Whether fields follow, or the end of the form. */
  readonly enterKeyHint: 'next' | 'done'
}

/** A new password, typed twice. */
export function NewPasswordFields({ form, label, enterKeyHint }: NewPasswordFieldsProps) {
  const t = useTranslations('field')
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={label}
        help={t('password_help')}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordField
        form={form}
        name="password_confirmation"
        label={t('password_confirmation')}
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
      />
    </>
  )
}

type PasswordFieldProps<Values> = Omit<ComponentProps<typeof UiPasswordField<Values>>, 'showLabel' | 'hideLabel'>

export function PasswordField<Values>(props: PasswordFieldProps<Values>) {
  const t = useTranslations('common')
  return <UiPasswordField {...props} showLabel={t('show_password')} hideLabel={t('hide_password')} />
}
