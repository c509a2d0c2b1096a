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

type PasswordFieldProps<Values> = Omit<ComponentProps<typeof UiPasswordField<Values>>, 'showLabel' | 'hideLabel'>

export function PasswordField<Values>(props: PasswordFieldProps<Values>) {
  const t = useTranslations('common')
  return <UiPasswordField {...props} showLabel={t('show_password')} hideLabel={t('hide_password')} />
}
