import type { CaptchaFields } from '@cashbox/client/captcha'
import type { Related } from '@cashbox/client/form-state'
import { type Draft, type Form, useForm } from '@cashbox/client/use-form'
import type { CaptchaAction } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { solveCaptcha } from '../../platform/call.ts'
import { FormFailure } from '../../platform/forms.tsx'
import { useIsSlow } from '../../platform/screen.tsx'
import { type Device, describeDevice } from '../../platform/session/device.ts'
import { toastIfNoField } from '../../platform/toasts.ts'
import { type BotCheck, createBotCheck } from './bot-check.ts'

type Values<Name extends string> = Readonly<Record<Name, string>>

interface Evidence {
  readonly captcha: CaptchaFields
  readonly device: Device
}

interface GuestFormOptions<Name extends string> {
  /** The fields in the order of the page; all are required. */
  readonly names: readonly Name[]
  /** What the bot check guards; null where there is none. */
  readonly action: CaptchaAction | null
  readonly send: (values: Values<Name>, evidence: Evidence) => Promise<void>
  /** The form is touched for the first time. */
  readonly onTouched?: () => void
}

export interface GuestForm<Name extends string> extends Omit<Form<Values<Name>>, 'element'> {
  readonly missing: readonly Name[]
  /** Busy with the bot check, before anything is sent. */
  readonly isChecking: boolean
  readonly element: Form<Values<Name>>['element'] & { readonly onFocus: () => void }
}

const related: Readonly<Record<string, string>> = { password: 'password_confirmation', country_code: 'phone' }

/** A form before the log-in: all of its fields are text and required, and the bot check runs while they are filled in. */
export function useGuestForm<Name extends string>(options: GuestFormOptions<Name>): GuestForm<Name> {
  const { names, action, send, onTouched } = options
  const { botCheck, start } = usePreparation(action, onTouched)
  const [isChecking, setChecking] = useState(false)
  const form = useForm<Values<Name>>({
    initial: Object.fromEntries(names.map((name) => [name, ''])) as Values<Name>,
    draft: keptValues,
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
        // Each answer to the bot check works once, and the next attempt needs one.
        botCheck?.prepare()
        throw error
      }
    },
  })
  return {
    ...form,
    missing: names.filter((name) => form.values[name].trim() === ''),
    isChecking,
    element: { ...form.element, onFocus: start },
  }
}

interface Preparation {
  readonly botCheck: BotCheck | null
  readonly start: () => void
}

/** From the first touch on, so that submitting is quick. */
function usePreparation(action: CaptchaAction | null, onTouched?: () => void): Preparation {
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

/** What a guest has typed, kept in memory from one page of this area to the next. Passwords are not kept. */
const keptValues: Draft = {
  read: (name) => kept.get(name),
  keep(name, value) {
    if (!SECRET.has(name)) kept.set(name, value)
  },
}

export const forgetKeptValues = (): void => kept.clear()

interface SubmitProps {
  readonly form: Pick<GuestForm<string>, 'isBusy' | 'isChecking' | 'failure'>
  readonly label: string
  readonly isDisabled: boolean
  /** Says what the form waits for, in place of the usual words. */
  readonly waitingText?: string | undefined
  readonly describedBy?: string
}

/** The one button of a form. What it waits for and what went wrong are shown below it, so that it never moves. */
export function Submit({ form, label, isDisabled, waitingText, describedBy }: SubmitProps) {
  return (
    <div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isWide
        isBusy={form.isBusy}
        disabled={isDisabled}
        aria-describedby={describedBy}
      >
        {label}
      </Button>
      <Waiting form={form} text={waitingText} />
      <FormFailure failure={form.failure} />
    </div>
  )
}

function Waiting({ form: { isBusy, isChecking }, text }: Pick<SubmitProps, 'form'> & { text: string | undefined }) {
  const t = useTranslations()
  const isSlow = useIsSlow(isBusy && !isChecking)
  const words = text ?? (isChecking ? t('auth.checking_robot') : isSlow ? t('offline.slow') : '')
  return (
    <p role="status" className="text-center text-sm text-ink-soft not-empty:pt-3">
      {words}
    </p>
  )
}
