import { useTranslations } from 'use-intl'
import { isolated, Outcome } from './outcome.tsx'
import { Resend } from './resend.tsx'
import { TextLink } from './text-link.tsx'
import { useVerifyState } from './verify-state.ts'

export function VerifyPage() {
  const t = useTranslations('auth')
  const state = useVerifyState()
  return (
    <Outcome>
      <p className="text-base">{state ? t('verify.text_email', { email: isolated(state.email) }) : t('verify.text')}</p>
      <p className="text-ink-soft">{t('verify.spam')}</p>
      <Resend email={state?.email ?? null} isJustSent={state?.isJustSent ?? false} />
      <TextLink href="/auth/login">{t('back_to_login')}</TextLink>
    </Outcome>
  )
}
