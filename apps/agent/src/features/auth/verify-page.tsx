import { resendVerification } from '@cashbox/contract'
import { Callout } from '@cashbox/ui'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { EmailField } from '../../platform/forms.tsx'
import { FormDone, isolated, TextLink } from './form-done.tsx'
import { Submit, useGuestForm } from './guest-form.tsx'
import { useVerifyState } from './verification.ts'

export function VerifyPage() {
  const t = useTranslations('auth')
  const state = useVerifyState()
  return (
    <FormDone>
      <p className="text-base">
        {state?.email ? t('verify.text_email', { email: isolated(state.email) }) : t('verify.text')}
      </p>
      <p className="text-ink-soft">{t('verify.spam')}</p>
      <ResendLetter email={state?.email ?? null} isJustSent={state?.isJustSent ?? false} />
      <TextLink href="/auth/login">{t('back_to_login')}</TextLink>
    </FormDone>
  )
}

const PAUSE_SECONDS = 60

/** At most one e-mail a minute. */
function ResendLetter({ email, isJustSent }: { email: string | null; isJustSent: boolean }) {
  const t = useTranslations('auth.verify')
  const [isSent, setSent] = useState(false)
  const { secondsLeft, start } = useCountdown(isJustSent ? PAUSE_SECONDS : 0)
  const form = useGuestForm({
    names: ['email'],
    action: 'signup',
    send: async (values, { captcha }) => {
      await call(resendVerification, { email: email ?? values.email, ...captcha })
      setSent(true)
      start(PAUSE_SECONDS)
    },
  })
  const isMissing = email === null && form.missing.length > 0
  return (
    <form {...form.element} className="grid w-full gap-4 text-start">
      <div role="status">
        {isSent && (
          <Callout tone="success" icon={<MailCheck aria-hidden />}>
            {t('resent')}
          </Callout>
        )}
      </div>
      {email === null && (
        <>
          <p className="text-ink-soft">{t('resend_intro')}</p>
          <EmailField form={form} enterKeyHint="send" />
        </>
      )}
      <Submit
        form={form}
        label={secondsLeft > 0 ? t('resend_wait', { seconds: secondsLeft }) : t('resend')}
        isDisabled={isMissing || secondsLeft > 0}
      />
    </form>
  )
}

const countFor = (seconds: number) => ({ untilMs: Date.now() + seconds * 1000, secondsLeft: seconds })

/** By the clock, so that a sleeping tab doesn't stretch it. */
function useCountdown(initialSeconds: number) {
  const [{ untilMs, secondsLeft }, setCountdown] = useState(() => countFor(initialSeconds))
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      setCountdown({ untilMs, secondsLeft: Math.max(0, Math.ceil((untilMs - Date.now()) / 1000)) })
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning, untilMs])
  return { secondsLeft, start: (seconds: number) => setCountdown(countFor(seconds)) }
}
