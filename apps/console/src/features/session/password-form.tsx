import { asCallFailure } from '@cashbox/client/call-failure'
import { createCaptcha } from '@cashbox/client/captcha'
import { logInOperator, readLogInCaptcha } from '@cashbox/contract/operator'
import { PasswordField, TextField } from '@cashbox/ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm } from '../../platform/forms/form.tsx'
import { call } from '../../platform/session/call.ts'
import { applySession } from '../../platform/session/session.ts'

const { solve: solveCaptcha } = createCaptcha(() => call(readLogInCaptcha, {}))

export function PasswordForm() {
  const t = useTranslations()
  const [isChecking, setChecking] = useState(false)
  return (
    <ActForm
      initial={{ email: '', password: '' }}
      send={async (values) => {
        const { session } = await call(logInOperator, values).catch(async (error: unknown) => {
          if (asCallFailure(error).code !== 'captcha_needed') throw error
          // The server asks for a captcha after failed log-ins, perhaps by someone else. It is solved without the operator.
          setChecking(true)
          const captcha = await solveCaptcha('login').finally(() => setChecking(false))
          return call(logInOperator, { ...values, ...captcha })
        })
        await applySession(session)
      }}
      submit={t('log_in.password.submit')}
      isWide
    >
      {(form) => (
        <>
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
          <p role="status" className="text-ink-soft empty:hidden">
            {isChecking && t('log_in.password.checking')}
          </p>
        </>
      )}
    </ActForm>
  )
}
