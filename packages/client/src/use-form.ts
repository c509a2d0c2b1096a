import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { asCallFailure, type CallFailure } from './call-failure.ts'
import { type Observable, observable, useObservable } from './observable.ts'

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

interface FormStore<Values extends FormValues> {
  readonly state: Observable<FormState<Values>>
  readonly change: <Name extends NameOf<Values>>(name: Name, value: Values[Name]) => void
  /** The app fills in a field, which no longer counts as touched. */
  readonly fill: <Name extends NameOf<Values>>(name: Name, value: Values[Name]) => void
  readonly showFailure: (error: unknown, showElsewhere?: ShowElsewhere) => void
  readonly submit: (sending: Sending<Values>) => Promise<void>
}

/** A form outside React: what is typed, what the server said of it, and that it is sent once at a time. */
export function createForm<Values extends FormValues>(options: FormOptions<Values>): FormStore<Values> {
  const { initial, draft, related = {} as Related<Values> } = options
  const state = observable<FormState<Values>>({
    values: draft ? restored(initial, draft) : initial,
    touched: none(),
    errors: none(),
    failure: null,
    isBusy: false,
    timesRefused: 0,
  })
  const attempt = createAttempt(options.key)
  return {
    state,
    change(name, value) {
      state.set(put(state.get(), name, value, related[name]))
      if (typeof value === 'string') draft?.keep(name, value)
    },
    fill(name, value) {
      const filled = put(state.get(), name, value, related[name])
      state.set({ ...filled, touched: without(filled.touched, name) })
    },
    showFailure: (error, showElsewhere) => state.set(fail(state.get(), error, showElsewhere)),
    async submit({ send, showElsewhere, onLost }) {
      if (state.get().isBusy) return
      state.set({ ...state.get(), errors: none(), failure: null, isBusy: true })
      const sentAtMs = Date.now()
      try {
        await send(state.get().values, attempt)
        attempt.renew()
        state.set({ ...state.get(), isBusy: false })
      } catch (error) {
        const isLost = asCallFailure(error).isOutcomeUnknown
        // A refusal is an answer, and the server would give it again to the same key.
        if (!isLost) attempt.renew()
        if (!isLost || !onLost) return state.set(fail(state.get(), error, showElsewhere))
        state.set({ ...state.get(), isBusy: false })
        onLost({ key: attempt.key, sentAtMs })
      }
    },
  }
}

const STALE = 409

const none = <Name extends string, Value>() => ({}) as Partial<Record<Name, Value>>

const without = <Name extends string, Value>(record: Partial<Record<Name, Value>>, ...names: (Name | undefined)[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name as Name))) as typeof record

function put<Values extends FormValues, Name extends NameOf<Values>>(
  state: FormState<Values>,
  name: Name,
  value: Values[Name],
  related: NameOf<Values> | undefined,
): FormState<Values> {
  return {
    ...state,
    values: { ...state.values, [name]: value },
    touched: { ...state.touched, [name]: true },
    errors: without(state.errors, name, related),
    // What is typed into a stale form does not make it current.
    failure: state.failure?.isStale ? state.failure : null,
  }
}

/** Puts a failure beside its fields, and what has no field above the button. */
function fail<Values extends FormValues>(
  state: FormState<Values>,
  error: unknown,
  showElsewhere: ShowElsewhere = () => false,
): FormState<Values> {
  const cause = asCallFailure(error)
  const { fields, others } = placeFailure(cause, Object.keys(state.values) as NameOf<Values>[])
  const left = others.filter(({ about, text }) => !showElsewhere(about, text))
  const hasFields = Object.keys(fields).length > 0
  const isSaid = (hasFields || others.length > 0) && left.length === 0
  const failure = { cause, text: left[0]?.text ?? null, isStale: cause.status === STALE }
  return {
    ...state,
    errors: fields,
    failure: isSaid ? null : failure,
    isBusy: false,
    timesRefused: state.timesRefused + (hasFields ? 1 : 0),
  }
}

interface Placed<Name extends string> {
  /** The first message of each field of the form. */
  readonly fields: Readonly<Partial<Record<Name, string>>>
  /** The first message of each thing that the form has no field for. */
  readonly others: readonly { readonly about: string; readonly text: string }[]
}

/** Which messages of a failed call belong beside a field. */
function placeFailure<Name extends string>({ errors }: CallFailure, names: readonly Name[]): Placed<Name> {
  const fields: Partial<Record<Name, string>> = {}
  const others: { about: string; text: string }[] = []
  for (const [about, [text]] of Object.entries(errors)) {
    const name = names.find((known) => known === about)
    if (text === undefined) continue
    if (name === undefined) others.push({ about, text })
    else fields[name] = text
  }
  return { fields, others }
}

const restored = <Values extends FormValues>(initial: Values, draft: Draft): Values =>
  Object.fromEntries(Object.entries(initial).map(([name, value]) => [name, draft.read(name) ?? value])) as Values

/** The key is made when it is asked for: without TLS browsers have no randomUUID, and few forms need a key. */
function createAttempt(first: string | undefined) {
  let key = first
  return {
    get key() {
      key ??= crypto.randomUUID()
      return key
    },
    renew() {
      key = undefined
    },
  }
}

export interface Form<Values extends FormValues>
  extends Omit<FormState<Values>, 'timesRefused'>,
    Pick<FormStore<Values>, 'change' | 'fill' | 'showFailure'> {
  /** A value differs from what it was when the form was opened. */
  readonly isChanged: boolean
  readonly element: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}

/** A form that is sent once at a time, with the server's words beside the fields they are about. */
export function useForm<Values extends FormValues>(options: FormOptions<Values> & Sending<Values>): Form<Values> {
  const [store] = useState(() => createForm(options))
  const [start] = useState(() => store.state.get().values)
  const { timesRefused, ...state } = useObservable(store.state)
  const ref = useRef<HTMLFormElement>(null)
  // The first wrong field, so that it is also read out.
  useEffect(() => {
    if (timesRefused > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [timesRefused])
  return {
    ...state,
    change: store.change,
    fill: store.fill,
    showFailure: store.showFailure,
    isChanged: Object.keys(start).some((name) => start[name] !== state.values[name]),
    element: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        // A form in a drawer may be inside another one in the tree of components.
        event.stopPropagation()
        void store.submit(options)
      },
    },
  }
}
