import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { asCallFailure, type CallFailure } from './call-failure.ts'
import { newKey } from './new-key.ts'
import { observable, useObservable } from './observable.ts'

export type FormValues = Readonly<Record<string, string | boolean>>

type NameOf<Values> = keyof Values & string

/** What went wrong and belongs to no field. */
export interface FormFailure {
  readonly cause: CallFailure
  /** What the server said of something that the form has no field for; null where the failure has to be explained. */
  readonly text: string | null
  /** Someone else has changed the thing meanwhile: the form shows an older state of it. */
  readonly isStale: boolean
}

interface FormState<Values extends FormValues> {
  readonly values: Values
  readonly touched: Readonly<Partial<Record<NameOf<Values>, true>>>
  /** The server's first message about each field. */
  readonly errors: Readonly<Partial<Record<NameOf<Values>, string>>>
  readonly failure: FormFailure | null
  readonly isBusy: boolean
  /** How often there were errors beside fields. */
  readonly timesRefused: number
}

/** An error beside one field may be put right in another: changing the first clears the second. */
export type Related<Values> = Readonly<Partial<Record<NameOf<Values>, NameOf<Values>>>>

/** Shows in its own way what the form has no field for. False: the form shows it. */
type ShowElsewhere = (about: string, text: string) => boolean

/** Keeps what is typed for the next form that asks for the same. */
export interface Draft {
  readonly read: (name: string) => string | undefined
  readonly keep: (name: string, value: string) => void
}

export interface FormOptions<Values extends FormValues> {
  readonly initial: Values
  /** The idempotency key of a form that was sent before the page was loaded again. */
  readonly key?: string | undefined
  readonly draft?: Draft
  readonly related?: Related<Values>
}

interface Attempt {
  /** The idempotency key: the same however often the form is sent, until the server has answered. */
  readonly key: string
}

interface Sending<Values extends FormValues> {
  /** Makes the call and does what comes after it. What it throws is shown in the form. */
  readonly send: (values: Values, attempt: Attempt) => Promise<void>
  readonly showElsewhere?: ShowElsewhere
  /** Finds out what became of a call whose outcome is unknown, in place of a failure in the form. */
  readonly onLost?: (lost: Attempt & { readonly sentAtMs: number }) => void
}

/** A form outside React: what is typed, what the server said of it, and that it is sent once at a time. */
export function createForm<Values extends FormValues>(options: FormOptions<Values>) {
  const { initial, draft, related = {} as Related<Values> } = options
  const noErrors = {} as FormState<Values>['errors']
  const kept = Object.entries(initial).map(([name, value]) => [name, draft?.read(name) ?? value])
  const state = observable<FormState<Values>>({
    values: Object.fromEntries(kept) as Values,
    touched: {} as FormState<Values>['touched'],
    errors: noErrors,
    failure: null,
    isBusy: false,
    timesRefused: 0,
  })
  const update = (changes: Partial<FormState<Values>>) => state.set({ ...state.get(), ...changes })
  const attempt = createAttempt(options.key)

  function put<Name extends NameOf<Values>>(name: Name, value: Values[Name], isTouched: boolean) {
    const { values, touched, errors, failure } = state.get()
    update({
      values: { ...values, [name]: value },
      touched: isTouched ? { ...touched, [name]: true } : without(touched, name),
      errors: without(errors, name, related[name]),
      // What is typed into a stale form does not make it current.
      failure: failure?.isStale ? failure : null,
    })
  }

  /** Puts the first message about each field beside it, and what has no field above the button. */
  function showFailure(error: unknown, showElsewhere: ShowElsewhere = () => false): void {
    const cause = asCallFailure(error)
    const { values, timesRefused } = state.get()
    const said = Object.entries(cause.errors).flatMap(([about, [text]]) => (text === undefined ? [] : { about, text }))
    const fields = said.filter(({ about }) => Object.hasOwn(values, about))
    const left = said.filter(({ about, text }) => !Object.hasOwn(values, about) && !showElsewhere(about, text))
    const isSaid = said.length > 0 && left.length === 0
    update({
      errors: Object.fromEntries(fields.map(({ about, text }) => [about, text])) as typeof noErrors,
      failure: isSaid ? null : { cause, text: left[0]?.text ?? null, isStale: cause.status === STALE },
      isBusy: false,
      timesRefused: timesRefused + (fields.length > 0 ? 1 : 0),
    })
  }

  return {
    state,
    showFailure,
    change<Name extends NameOf<Values>>(name: Name, value: Values[Name]): void {
      put(name, value, true)
      if (typeof value === 'string') draft?.keep(name, value)
    },
    /** The app fills in a field, which no longer counts as touched. */
    fill: <Name extends NameOf<Values>>(name: Name, value: Values[Name]): void => put(name, value, false),
    async submit({ send, showElsewhere, onLost }: Sending<Values>): Promise<void> {
      if (state.get().isBusy) return
      update({ errors: noErrors, failure: null, isBusy: true })
      const sentAtMs = Date.now()
      try {
        await send(state.get().values, attempt)
        attempt.renew()
        update({ isBusy: false })
      } catch (error) {
        const isLost = asCallFailure(error).isOutcomeUnknown
        // A refusal is an answer, and the server would give it again to the same key.
        if (!isLost) attempt.renew()
        if (!isLost || !onLost) return showFailure(error, showElsewhere)
        update({ isBusy: false })
        onLost({ key: attempt.key, sentAtMs })
      }
    },
  }
}

const STALE = 409

const without = <Entries extends object>(entries: Entries, ...names: unknown[]) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !names.includes(name))) as Entries

function createAttempt(first: string | undefined) {
  let key = first
  return {
    get key() {
      key ??= newKey()
      return key
    },
    renew() {
      key = undefined
    },
  }
}

export type Form<Values extends FormValues> = ReturnType<typeof useForm<Values>>

/** A form that is sent once at a time, with the server's words beside the fields they are about. */
export function useForm<Values extends FormValues>(options: FormOptions<Values> & Sending<Values>) {
  const [{ state: source, submit, ...acts }] = useState(() => createForm(options))
  const [start] = useState(() => source.get().values)
  const { timesRefused, ...state } = useObservable(source)
  const ref = useRef<HTMLFormElement>(null)
  // The first wrong field, so that it is also read out.
  useEffect(() => {
    if (timesRefused > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [timesRefused])
  return {
    ...state,
    ...acts,
    /** A value differs from what it was when the form was opened. */
    isChanged: Object.keys(start).some((name) => start[name] !== state.values[name]),
    element: {
      ref,
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        // A form in a drawer may be inside another one in the tree of components.
        event.stopPropagation()
        void submit(options)
      },
    },
  }
}
