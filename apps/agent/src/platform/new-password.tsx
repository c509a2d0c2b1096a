import { type FieldForm, PasswordField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { PasswordMarks } from './password-marks.tsx'

interface NewPasswordFieldsProps {
  readonly form: FieldForm<{ password: string; password_confirmation: string }>
  readonly label: string
  readonly enterKeyHint: 'next' | 'done'
}

export function NewPasswordFields({ form, label, enterKeyHint }: NewPasswordFieldsProps) {
  const t = useTranslations('field')
  return (
    <>
      <div className="grid gap-2">
        <PasswordField
          form={form}
          name="password"
          label={label}
          help={t('password_help')}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordMarks password={form.values.password} />
      </div>
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
