import { type FieldForm, PasswordField as UiPasswordField } from '@cashbox/ui'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

type PasswordFieldProps<Values> = Omit<ComponentProps<typeof UiPasswordField<Values>>, 'showLabel' | 'hideLabel'>

export function PasswordField<Values>(props: PasswordFieldProps<Values>) {
  const t = useTranslations('common')
  return <UiPasswordField {...props} showLabel={t('show_password')} hideLabel={t('hide_password')} />
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
