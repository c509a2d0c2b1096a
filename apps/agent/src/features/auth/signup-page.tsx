import { asCallFailure } from '@cashbox/client/call-failure'
import { register } from '@cashbox/contract'
import { Checkbox, TextField, type TextInputProps } from '@cashbox/ui'
import { ExternalLink, MapPin } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { EmailField, NewPasswordFields } from '../../platform/forms.tsx'
import { type AgentLocation, askLocation, coordinateText } from '../../platform/location/location.ts'
import { reloadTermsOfUse, useTermsOfUse } from '../../platform/terms-of-use.ts'
import { CountryField, ListsCallout, MessengerField, MessengerIdField, PhoneField } from './contact-fields.tsx'
import { TextLink } from './form-done.tsx'
import { forgetKeptValues, type GuestForm, Submit, useGuestForm } from './guest-form.tsx'
import { goToVerify } from './verification.ts'

export function SignupPage() {
  const t = useTranslations()
  const hintId = useId()
  const [isAgreed, setAgreed] = useState(false)
  const version = useTermsOfUse().data?.version
  const location = usePointLocation()
  const form = useGuestForm({
    names: signupNames,
    action: 'signup',
    onTouched: location.ask,
    send: async (values, { captcha, device }) => {
      const agreed = version === undefined ? {} : { terms_version: version }
      try {
        await call(register, { ...values, ...(await location.take()), ...agreed, ...captcha, ...device })
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
      <ListsCallout />
      <Fields form={form} />
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
          waitingText={location.isLocating ? t('location.determining') : undefined}
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

/** In a new tab, so that the form keeps its values. */
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

const signupNames = [
  'first_name',
  'last_name',
  'email',
  'password',
  'password_confirmation',
  'country_code',
  'city',
  'street',
  'phone',
  'messenger',
  'messenger_id',
] as const

type SignupName = (typeof signupNames)[number]

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="rounded-2xl border border-line bg-card p-5">
    <legend className="contents">
      <span className="text-lg font-semibold">{title}</span>
    </legend>
    <div className="grid gap-5 pt-4">{children}</div>
  </fieldset>
)

type Hints = Pick<TextInputProps, 'autoComplete' | 'autoCapitalize' | 'placeholder'>

function Fields({ form }: { form: GuestForm<SignupName> }) {
  const t = useTranslations('field')
  const groups = useTranslations('auth.signup')
  const text = (name: 'first_name' | 'last_name' | 'city' | 'street', input: Hints) => (
    <TextField form={form} name={name} label={t(name)} enterKeyHint="next" {...input} />
  )
  return (
    <>
      <Group title={groups('group_you')}>
        <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
          {text('first_name', { autoComplete: 'given-name' })}
          {text('last_name', { autoComplete: 'family-name' })}
        </div>
        <EmailField form={form} />
        <NewPasswordFields form={form} label={t('password')} enterKeyHint="next" />
      </Group>
      <Group title={groups('group_point')}>
        <CountryField form={form} />
        {text('city', { autoComplete: 'address-level2', autoCapitalize: 'words' })}
        {text('street', {
          autoComplete: 'address-line1',
          autoCapitalize: 'words',
          placeholder: t('street_placeholder'),
        })}
      </Group>
      <Group title={groups('group_contact')}>
        <PhoneField form={form} />
        <MessengerField form={form} />
        <MessengerIdField form={form} />
      </Group>
    </>
  )
}

const NAMED_AT_MOST = 3

/** Says what is missing: by name if little, else by number. */
function MissingHint({ id, missing }: { id: string; missing: readonly (SignupName | 'terms')[] }) {
  const t = useTranslations()
  const locale = useLocale()
  const words = () => {
    // The consent is not a field, so it is not counted.
    const fields = missing.filter((name) => name !== 'terms')
    if (missing.length > NAMED_AT_MOST) return t('auth.missing_count', { count: fields.length })
    const names = missing.map((name) => t(`field.${name}`))
    return t('auth.missing', { fields: new Intl.ListFormat(locale, { type: 'unit' }).format(names) })
  }
  return (
    <p id={id} role="status" className="text-center text-sm text-ink-soft">
      {missing.length > 0 && words()}
    </p>
  )
}

/** The permission prompt may stay unanswered forever. */
const PATIENCE_MS = 15_000

/** Requested at the first touch. The form is sent without a location if the agent declines. */
function usePointLocation() {
  const asked = useRef<Promise<AgentLocation | null> | null>(null)
  const [isLocating, setLocating] = useState(false)
  const ask = () => {
    asked.current ??= askLocation()
  }
  async function take(): Promise<{ geo_lat?: string; geo_lon?: string }> {
    ask()
    setLocating(true)
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
    const location = await Promise.race([asked.current, tooLate])
    setLocating(false)
    // The next attempt asks again.
    if (!location) asked.current = null
    return location ? { geo_lat: coordinateText(location.latitude), geo_lon: coordinateText(location.longitude) } : {}
  }
  return { ask, take, isLocating }
}
