import { logIn } from '@cashbox/contract'
import { buttonClass, Checkbox } from '@cashbox/ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { call } from '../../platform/call.ts'
import { PasswordField } from '../../platform/forms.tsx'
import { useUsableMark } from '../../platform/screen.tsx'
import { EmailField } from './fields.tsx'
import { finishSignIn } from './finish-sign-in.ts'
import { Submit } from './submit.tsx'
import { TextLink } from './text-link.tsx'
import { useGuestForm } from './use-guest-form.ts'

const names = ['email', 'password'] as const

export function LoginForm() {
  const t = useTranslations()
  const [rememberMe, setRememberMe] = useState(true)
  const form = useGuestForm({
    names,
    action: 'login',
    send: async (values, { captcha, device }) =>
      finishSignIn(await call(logIn, { ...values, rememberMe, ...captcha, ...device }), rememberMe),
  })
  useUsableMark()
  return (
    <>
      <form {...form.element} className="grid gap-5">
        <EmailField form={form} autoComplete="username" />
        <PasswordField
          form={form}
          name="password"
          label={t('field.password')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            name="rememberMe"
            label={t('auth.login.remember_me')}
            checked={rememberMe}
            onChange={(event) => setRememberMe(event.target.checked)}
          />
          <TextLink href="/auth/forgot-password">{t('auth.login.forgot')}</TextLink>
        </div>
        <Submit form={form} label={t('auth.login.submit')} isDisabled={form.missing.length > 0} />
      </form>
      <OtherWaysIn />
    </>
  )
}

function OtherWaysIn() {
  const t = useTranslations('auth')
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <Link href="/auth/demo" className={buttonClass({ variant: 'secondary', size: 'lg', isWide: true })}>
        {t('login.demo')}
      </Link>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        {t('login.no_account')}
        <TextLink href="/auth/signup">{t('to_signup')}</TextLink>
      </p>
    </div>
  )
}
