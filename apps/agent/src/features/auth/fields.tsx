import { type FieldForm, TextField, type TextInputProps } from '@cashbox/ui'
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
