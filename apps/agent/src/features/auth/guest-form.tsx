import type { CaptchaFields } from '@cashbox/client/captcha'
import { forget, readStored, store } from '@cashbox/client/storage'
import { type Draft, type Related, useForm } from '@cashbox/client/use-form'
import type { CaptchaAction } from '@cashbox/contract'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { solveCaptcha } from '../../platform/call.ts'
import { SubmitButton } from '../../platform/forms.tsx'
import { useIsSlow } from '../../platform/screen.tsx'
import { type Device, describeDevice } from '../../platform/session/device.ts'
import { toastIfNoField } from '../../platform/toasts.ts'
import { createBotCheck } from './bot-check.ts'

type Values<Name extends string> = Readonly<Record<Name, string>>

interface GuestFormOptions<Name extends string> {
  /** The fields in the order of the page; all are required. */
  readonly names: readonly Name[]
  /** What the bot check guards; null where there is none. */
  readonly action: CaptchaAction | null
  readonly send: (values: Values<Name>, evidence: { captcha: CaptchaFields; device: Device }) => Promise<void>
  readonly onTouched?: () => void
}

export type GuestForm<Name extends string> = ReturnType<typeof useGuestForm<Name>>

const related: Readonly<Record<string, string>> = { password: 'password_confirmation', country_code: 'phone' }

/** A form before the log-in: all fields are required text, and the bot check runs meanwhile. */
export function useGuestForm<Name extends string>(options: GuestFormOptions<Name>) {
  const { names, action, send, onTouched } = options
  const { botCheck, start } = usePreparation(action, onTouched)
  const [isChecking, setChecking] = useState(false)
  const form = useForm<Values<Name>>({
    initial: Object.fromEntries(names.map((name) => [name, ''])) as Values<Name>,
    draft: action === 'signup' ? storedValues : keptValues,
    related: related as Related<Values<Name>>,
    showElsewhere: toastIfNoField,
    send: async (values) => {
      start()
      setChecking(true)
      const [captcha, device] = await Promise.all([botCheck?.take() ?? {}, describeDevice()])
      setChecking(false)
      try {
        await send(values, { captcha, device })
      } catch (error) {
        // The next attempt needs a new answer.
        botCheck?.prepare()
        throw error
      }
    },
  })
  return {
    ...form,
    missing: names.filter((name) => form.values[name].trim() === ''),
    /** Solving the bot check, before anything is sent. */
    isChecking,
    element: { ...form.element, onFocus: start },
  }
}

/** Starts at the first touch, so that submitting is quick. */
function usePreparation(action: CaptchaAction | null, onTouched?: () => void) {
  const [botCheck] = useState(() => action && createBotCheck(action, { solve: solveCaptcha, nowMs: Date.now }))
  const isTouched = useRef(false)
  return {
    botCheck,
    start() {
      if (isTouched.current) return
      isTouched.current = true
      botCheck?.prepare()
      void describeDevice()
      onTouched?.()
    },
  }
}

const SECRET = new Set(['password', 'password_confirmation'])

const kept = new Map<string, string>()

/** Keeps typed values from one guest page to the next, in memory and without passwords. */
const keptValues: Draft = {
  read: (name) => kept.get(name),
  keep(name, value) {
    if (!SECRET.has(name)) kept.set(name, value)
  },
}

const SIGN_UP = 'sign-up'

function readSignUp(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readStored(SIGN_UP) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

/** A sign-up is long: what was typed also outlives the page, until it is sent or an agent logs in. */
const storedValues: Draft = {
  read: (name) => kept.get(name) ?? readSignUp()[name],
  keep(name, value) {
    keptValues.keep(name, value)
    if (!SECRET.has(name)) store(SIGN_UP, JSON.stringify({ ...readSignUp(), [name]: value }))
  },
}

export function forgetKeptValues(): void {
  kept.clear()
  forget(SIGN_UP)
}

interface SubmitProps {
  readonly form: Pick<GuestForm<string>, 'isBusy' | 'isChecking' | 'failure'>
  readonly label: string
  readonly isDisabled: boolean
  /** Replaces the usual waiting text. */
  readonly waitingText?: string | undefined
  readonly describedBy?: string
}

export function Submit({ form, label, isDisabled, waitingText, describedBy }: SubmitProps) {
  const t = useTranslations()
  const { isBusy, isChecking } = form
  const isSlow = useIsSlow(isBusy && !isChecking)
  return (
    <SubmitButton form={form} label={label} disabled={isDisabled} aria-describedby={describedBy}>
      <p role="status" className="text-center text-sm text-ink-soft not-empty:pt-3">
        {waitingText ?? (isChecking ? t('auth.checking_robot') : isSlow ? t('offline.slow') : '')}
      </p>
    </SubmitButton>
  )
}
