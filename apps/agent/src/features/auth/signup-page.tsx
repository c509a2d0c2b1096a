import { asCallFailure } from '@cashbox/client/call-failure'
import { register } from '@cashbox/contract'
import { Button, Checkbox, cn, TextField, type TextInputProps } from '@cashbox/ui'
import { Check, ExternalLink, MapPin } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { EmailField } from '../../platform/forms.tsx'
import { type AgentLocation, askLocation, coordinateText } from '../../platform/location/location.ts'
import { NewPasswordFields } from '../../platform/new-password.tsx'
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
  const { step, goTo, heading } = useSteps(form)
  const isLast = step === LAST
  return (
    <form {...form.element} className="grid gap-5">
      <ListsCallout />
      <Steps step={step} missing={form.missing} onStep={goTo} />
      <Fields form={form} step={step} heading={heading} />
      {isLast && (
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
        </div>
      )}
      <div className="grid gap-3">
        {isLast ? (
          <Submit
            form={form}
            label={t('auth.signup.submit')}
            isDisabled={missing.length > 0}
            waitingText={location.isLocating ? t('location.determining') : undefined}
            describedBy={hintId}
          />
        ) : (
          <Button size="lg" isWide onClick={() => goTo(step + 1)}>
            {t('auth.signup.next')}
          </Button>
        )}
        {step > 0 && (
          <Button variant="ghost" isWide onClick={() => goTo(step - 1)}>
            {t('common.back')}
          </Button>
        )}
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        {t('auth.signup.have_account')}
        <TextLink href="/auth/login">{t('auth.to_login')}</TextLink>
      </p>
    </form>
  )
}

const LAST = 2

/** After a refusal the first step with an error is shown, where the form then puts the focus. */
function useSteps(form: GuestForm<SignupName>) {
  const [step, setStep] = useState(0)
  const heading = useRef<HTMLLegendElement>(null)
  const [refused, setRefused] = useState(form.errors)
  if (refused !== form.errors) {
    setRefused(form.errors)
    const wrong = steps.findIndex(({ names }) => names.some((name) => form.errors[name] !== undefined))
    const isNew = Object.keys(form.errors).length > Object.keys(refused).length
    if (isNew && wrong !== -1) setStep(wrong)
  }
  const goTo = (next: number) => {
    flushSync(() => setStep(next))
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }
  return { step, goTo, heading }
}

interface StepsProps {
  readonly step: number
  readonly missing: readonly SignupName[]
  readonly onStep: (step: number) => void
}

/** Where the agent is, what is complete, and the way to each step. */
function Steps({ step, missing, onStep }: StepsProps) {
  const t = useTranslations('auth.signup')
  return (
    <nav aria-label={t('steps')}>
      <ol className="grid grid-cols-3 gap-2">
        {steps.map(({ title, names }, index) => {
          const isComplete = !names.some((name) => missing.includes(name))
          return (
            <li key={title}>
              <button
                type="button"
                aria-current={index === step ? 'step' : undefined}
                onClick={() => onStep(index)}
                className={cn(
                  'flex min-h-12 w-full flex-col justify-center gap-1.5 rounded-lg text-start text-sm',
                  index === step ? 'font-semibold text-ink' : 'text-ink-soft hover:text-ink',
                )}
              >
                <span
                  aria-hidden
                  className={cn('h-1 w-full rounded-full', index <= step || isComplete ? 'bg-brand' : 'bg-line')}
                />
                <span className="flex min-w-0 items-center gap-1">
                  {isComplete && <Check aria-hidden strokeWidth={3} className="size-4 shrink-0 text-approved" />}
                  <span className="min-w-0 truncate">{t(title)}</span>
                  {isComplete && <span className="sr-only">: {t('step_complete')}</span>}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
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

const steps = [
  { title: 'group_you', names: ['first_name', 'last_name', 'email', 'password', 'password_confirmation'] },
  { title: 'group_point', names: ['country_code', 'city', 'street'] },
  { title: 'group_contact', names: ['phone', 'messenger', 'messenger_id'] },
] as const satisfies readonly { title: string; names: readonly SignupName[] }[]

interface GroupProps {
  readonly index: number
  readonly shown: number
  readonly heading: RefObject<HTMLLegendElement | null>
  readonly children: ReactNode
}

/** One step. The others are kept, so that a browser fills in all of them. */
function Group({ index, shown, heading, children }: GroupProps) {
  const t = useTranslations('auth.signup')
  const isShown = index === shown
  const title = steps[index]?.title ?? 'group_you'
  return (
    <fieldset hidden={!isShown} className={isShown ? 'grid gap-5' : undefined}>
      <legend
        ref={isShown ? heading : undefined}
        tabIndex={-1}
        className="mb-4 flex w-full items-baseline gap-2 outline-none"
      >
        <span className="text-lg font-semibold">{t(title)}</span>
        <span className="ms-auto text-sm text-ink-soft">{t('step', { step: index + 1, total: steps.length })}</span>
      </legend>
      {children}
    </fieldset>
  )
}

type Hints = Pick<TextInputProps, 'autoComplete' | 'autoCapitalize' | 'placeholder'>

function Fields({ form, step, heading }: { form: GuestForm<SignupName>; step: number } & Pick<GroupProps, 'heading'>) {
  const t = useTranslations('field')
  const at = (index: number) => ({ index, shown: step, heading })
  const text = (name: 'first_name' | 'last_name' | 'city' | 'street', input: Hints) => (
    <TextField form={form} name={name} label={t(name)} enterKeyHint="next" {...input} />
  )
  return (
    <>
      <Group {...at(0)}>
        <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
          {text('first_name', { autoComplete: 'given-name' })}
          {text('last_name', { autoComplete: 'family-name' })}
        </div>
        <EmailField form={form} />
        <NewPasswordFields form={form} label={t('password')} enterKeyHint="next" />
      </Group>
      <Group {...at(1)}>
        <CountryField form={form} />
        {text('city', { autoComplete: 'address-level2', autoCapitalize: 'words' })}
        {text('street', {
          autoComplete: 'address-line1',
          autoCapitalize: 'words',
          placeholder: t('street_placeholder'),
        })}
      </Group>
      <Group {...at(2)}>
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
