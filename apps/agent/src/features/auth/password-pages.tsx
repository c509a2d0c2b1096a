import { asCallFailure } from '@cashbox/client/call-failure'
import { requestPasswordReset, resetPassword } from '@cashbox/contract'
import { buttonClass, Callout } from '@cashbox/ui'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { call } from '../../platform/call.ts'
import { EmailField } from '../../platform/forms.tsx'
import { NewPasswordFields } from '../../platform/new-password.tsx'
import { FormDone, isolated, MailSent, TextLink } from './form-done.tsx'
import { Submit, useGuestForm } from './guest-form.tsx'

export function ForgotPage() {
  const t = useTranslations('auth.forgot')
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) return <ForgotForm onSent={setSentTo} />
  return <MailSent title={t('sent_title')} text={t('sent_text', { email: isolated(sentTo) })} />
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('auth')
  const form = useGuestForm({
    names: ['email'],
    action: 'login',
    send: async ({ email }, { captcha }) => {
      await call(requestPasswordReset, { email, ...captcha })
      onSent(email.trim())
    },
  })
  return (
    <form {...form.element} className="grid gap-5">
      <p className="text-ink-soft">{t('forgot.intro')}</p>
      <EmailField form={form} autoComplete="username" enterKeyHint="send" />
      <Submit form={form} label={t('forgot.submit')} isDisabled={form.missing.length > 0} />
      <p className="text-center">
        <TextLink href="/auth/login">{t('back_to_login')}</TextLink>
      </p>
    </form>
  )
}

export function NewPasswordPage() {
  const t = useTranslations('auth')
  const hash = useLinkHash()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <FormDone title={t('reset.success_title')} icon={<CircleCheck aria-hidden />}>
        <p className="text-ink-soft">{t('reset.success_text')}</p>
        <Link href="/auth/login" className={buttonClass({ size: 'lg', isWide: true })}>
          {t('to_login')}
        </Link>
      </FormDone>
    )
  }
  if (hash === null || refusal !== null) {
    return (
      <>
        <div role="alert">
          <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={t('login.verify_failed')}>
            {refusal}
          </Callout>
        </div>
        <Link href="/auth/forgot-password" className={buttonClass({ size: 'lg', isWide: true })}>
          {t('reset.new_link')}
        </Link>
      </>
    )
  }
  return <NewPasswordForm hash={hash} onDone={() => setDone(true)} onRefused={setRefusal} />
}

interface NewPasswordFormProps {
  readonly hash: string
  readonly onDone: () => void
  readonly onRefused: (text: string) => void
}

function NewPasswordForm({ hash, onDone, onRefused }: NewPasswordFormProps) {
  const t = useTranslations('auth.reset')
  const form = useGuestForm({
    names: ['password', 'password_confirmation'],
    action: null,
    send: async (values) => {
      try {
        await call(resetPassword, { hash, ...values })
        onDone()
      } catch (error) {
        const text = asCallFailure(error).errorOf('hash')
        if (text === undefined) throw error
        onRefused(text)
      }
    },
  })
  return (
    <form {...form.element} className="grid gap-5">
      <NewPasswordFields form={form} label={t('password')} enterKeyHint="done" />
      <Submit form={form} label={t('submit')} isDisabled={form.missing.length > 0} />
    </form>
  )
}

/** Moves the secret from the URL to the history state, which a reload keeps. */
function useLinkHash(): string | null {
  const arrived = new URLSearchParams(useSearch()).get('hash')
  const state = useHistoryState<{ readonly hash?: string } | null>()
  useEffect(() => {
    if (arrived) navigate('/auth/new-password', { replace: true, state: { hash: arrived } })
  }, [arrived])
  return arrived || state?.hash || null
}
