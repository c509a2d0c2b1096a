import { useTranslations } from 'use-intl'
import { FormDone, isolated } from './form-done.tsx'
import { ResendLetter } from './resend-letter.tsx'
import { TextLink } from './text-link.tsx'
import { useVerifyState } from './verify-state.ts'

export function VerifyPage() {
  const t = useTranslations('auth')
  const state = useVerifyState()
  return (
    <FormDone>
      <p className="text-base">{state ? t('verify.text_email', { email: isolated(state.email) }) : t('verify.text')}</p>
      <p className="text-ink-soft">{t('verify.spam')}</p>
      <ResendLetter email={state?.email ?? null} isJustSent={state?.isJustSent ?? false} />
      <TextLink href="/auth/login">{t('back_to_login')}</TextLink>
    </FormDone>
  )
}
