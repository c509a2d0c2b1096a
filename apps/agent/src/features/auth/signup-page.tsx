import { asCallFailure } from '@cashbox/client/call-failure'
import { register } from '@cashbox/contract'
import { Checkbox } from '@cashbox/ui'
import { ExternalLink, MapPin } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { reloadTermsOfUse, useTermsOfUse } from '../../platform/terms-of-use.ts'
import { ListsNotice } from './contact-fields.tsx'
import { forgetKeptValues } from './kept-values.ts'
import { MissingHint } from './missing-hint.tsx'
import { ContactGroup, PointGroup, signupNames, YouGroup } from './signup-groups.tsx'
import { Submit } from './submit.tsx'
import { TextLink } from './text-link.tsx'
import { useGuestForm } from './use-guest-form.ts'
import { usePointPosition } from './use-point-position.ts'
import { goToVerify } from './verify-state.ts'

export function SignupPage() {
  const t = useTranslations()
  const hintId = useId()
  const [isAgreed, setAgreed] = useState(false)
  const version = useTermsOfUse().data?.version
  const position = usePointPosition()
  const form = useGuestForm({
    names: signupNames,
    action: 'signup',
    onTouched: position.ask,
    send: async (values, { captcha, device }) => {
      const agreed = version === undefined ? {} : { terms_version: version }
      try {
        await call(register, { ...values, ...(await position.take()), ...agreed, ...captcha, ...device })
      } catch (error) {
        if (asCallFailure(error).errorOf('terms') !== undefined) {
          setAgreed(false)
          void reloadTermsOfUse()
        }
        throw error
      }
      forgetKeptValues()
      goToVerify({ email: values.email.trim(), isJustSent: true })
    },
  })
  const missing = [...form.missing, ...(isAgreed ? [] : ['terms' as const])]
  return (
    <form {...form.element} className="grid gap-8">
      <ListsNotice />
      <YouGroup form={form} />
      <PointGroup form={form} />
      <ContactGroup form={form} />
      <div className="grid gap-4">
        <p className="flex gap-3 text-sm text-ink-soft">
          <MapPin aria-hidden className="size-5 shrink-0" />
          {t('auth.signup.location_note')}
        </p>
        <div>
          <Checkbox
            name="terms"
            label={t('auth.signup.terms')}
            checked={isAgreed}
            onChange={(event) => setAgreed(event.target.checked)}
            aria-required
          />
          <TermsLink />
        </div>
        <MissingHint id={hintId} missing={missing} />
        <Submit
          form={form}
          label={t('auth.signup.submit')}
          isDisabled={missing.length > 0}
          waitingText={position.isLocating ? t('location.determining') : undefined}
          describedBy={hintId}
        />
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
          {t('auth.signup.have_account')}
          <TextLink href="/auth/login">{t('auth.to_login')}</TextLink>
        </p>
      </div>
    </form>
  )
}

/** In a tab of its own, so that what was filled in stays. */
function TermsLink() {
  const t = useTranslations('auth.signup')
  return (
    <a
      href="/terms"
      target="_blank"
      rel="noreferrer"
      className="ms-8 inline-flex min-h-11 items-center gap-1.5 rounded-lg font-semibold text-brand-text hover:underline"
    >
      {t('terms_read')}
      <ExternalLink aria-hidden className="size-4" />
    </a>
  )
}
