import { register } from '@cashbox/contract'
import { Checkbox } from '@cashbox/ui'
import { MapPin } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
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
  const position = usePointPosition()
  const form = useGuestForm({
    names: signupNames,
    action: 'signup',
    onTouched: position.ask,
    send: async (values, { captcha, device }) => {
      await call(register, { ...values, ...(await position.take()), ...captcha, ...device })
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
        <Checkbox
          name="terms"
          label={t('auth.signup.terms')}
          checked={isAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
          aria-required
        />
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
