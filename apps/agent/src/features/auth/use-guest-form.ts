import { asCallFailure } from '@cashbox/client/call-failure'
import { explainFailure } from '@cashbox/client/explain-failure'
import type { CaptchaAction } from '@cashbox/contract'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type CaptchaFields, solveCaptcha } from '../../platform/captcha.ts'
import { type Device, describeDevice } from '../../platform/device.ts'
import { notify } from '../../platform/notices.ts'
import { type BotCheck, createBotCheck } from './bot-check.ts'
import { keepValue, readKeptValue } from './kept-values.ts'
import { placeFailure } from './place-failure.ts'

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

export interface GuestForm<Name extends string> {
  readonly values: Values<Name>
  readonly errors: Partial<Values<Name>>
  readonly missing: readonly Name[]
  readonly phase: 'idle' | 'checking' | 'sending'
  /** What no field is to blame for, and the number to give to support. */
  readonly failure: { readonly text: string; readonly requestId: string | null } | null
  readonly change: (name: Name, value: string) => void
  readonly element: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onFocus: () => void
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}

/** An error about one field may be put right in another. */
const related: Readonly<Record<string, string>> = { password: 'password_confirmation', country_code: 'phone' }

const isEmpty = (value: string) => value.trim() === ''

/** The state of a form before the log-in: what is typed, what the server said of it, and the bot check meanwhile. */
export function useGuestForm<Name extends string>(options: GuestFormOptions<Name>): GuestForm<Name> {
  const { names, action } = options
  const [values, setValues] = useState(() => initialValues(names))
  const { phase, errors, failure, submit, clear } = useSubmission(options)
  const preparation = usePreparation(action, options.onTouched)
  const ref = useRef<HTMLFormElement>(null)
  useFocusOnError(ref, errors)
  return {
    values,
    errors,
    missing: names.filter((name) => isEmpty(values[name])),
    phase,
    failure,
    change(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      keepValue(name, value)
      clear(name)
    },
    element: {
      ref,
      noValidate: true,
      onFocus: preparation.start,
      onSubmit(event) {
        event.preventDefault()
        void submit(values, preparation)
      },
    },
  }
}

const initialValues = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, readKeptValue(name)])) as Values<Name>

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

function useSubmission<Name extends string>({ names, send }: GuestFormOptions<Name>) {
  const t = useTranslations('error')
  const [phase, setPhase] = useState<GuestForm<Name>['phase']>('idle')
  const [errors, setErrors] = useState<Partial<Values<Name>>>({})
  const [failure, setFailure] = useState<GuestForm<Name>['failure']>(null)
  const isBusy = useRef(false)

  function placeError(error: unknown) {
    const placed = placeFailure(error, names)
    setErrors(placed.fields)
    for (const text of placed.notifications) notify('error', text)
    const text = placed.rest ?? (placed.isUnplaced ? explainFailure(error, t) : null)
    setFailure(text === null ? null : { text, requestId: asCallFailure(error).requestId })
  }

  async function submit(values: Values<Name>, { botCheck, start }: Preparation) {
    if (isBusy.current) return
    isBusy.current = true
    start()
    setFailure(null)
    setErrors({})
    setPhase('checking')
    try {
      const [captcha, device] = await Promise.all([botCheck?.take() ?? {}, describeDevice()])
      setPhase('sending')
      await send(values, { captcha, device })
    } catch (error) {
      placeError(error)
      botCheck?.prepare()
    } finally {
      isBusy.current = false
      setPhase('idle')
    }
  }

  const clear = (name: Name) => {
    setFailure(null)
    setErrors((before) => {
      const { [name]: _own, [related[name] as Name]: _other, ...kept } = before
      return kept as typeof before
    })
  }

  return { phase, errors, failure, submit, clear }
}

/** The first field with an error gets the focus, so that a screen reader reads it out. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: object) {
  const count = Object.keys(errors).length
  const before = useRef(0)
  useEffect(() => {
    if (count > before.current) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    before.current = count
  }, [form, count])
}
