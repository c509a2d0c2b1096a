import { useForm } from '@cashbox/client/use-form'
import { logInOperator } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { PasswordField } from '../../platform/password-field.tsx'
import { keepSession } from '../../platform/session.ts'
import { Submit } from '../../platform/submit.tsx'

export function PasswordForm() {
  const t = useTranslations()
  const form = useForm({
    initial: { email: '', password: '' },
    send: async (values) => keepSession((await call(logInOperator, values)).session),
  })
  return (
    <form {...form.element} className="grid gap-4">
      <TextField
        form={form}
        name="email"
        label={t('operators.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        form={form}
        name="password"
        label={t('log_in.password.password')}
        autoComplete="current-password"
      />
      <Submit form={form} label={t('log_in.password.submit')} isWide />
    </form>
  )
}
