import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { asCallFailure } from './call-failure.ts'
import type { FormState, FormValues, NameOf, Related, ShowElsewhere } from './form-state.ts'
import * as steps from './form-state.ts'
import { type Observable, observable, useObservable } from './observable.ts'

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
  /** A person changes a field. */
  readonly change: <Name extends NameOf<Values>>(name: Name, value: Values[Name]) => void
  /** The app fills in a field, which no longer counts as touched. */
  readonly fill: <Name extends NameOf<Values>>(name: Name, value: Values[Name]) => void
  /** Shows a failure that came from elsewhere. */
  readonly showFailure: (error: unknown, showElsewhere?: ShowElsewhere) => void
  readonly submit: (sending: Sending<Values>) => Promise<void>
}

/** A form outside React: what is typed, what the server said of it, and that it is sent once at a time. */
export function createForm<Values extends FormValues>(options: FormOptions<Values>): FormStore<Values> {
  const { initial, draft, related = {} as Related<Values> } = options
  const state = observable(steps.begin(draft ? restored(initial, draft) : initial))
  const attempt = createAttempt(options.key)
  return {
    state,
    change(name, value) {
      state.set(steps.touch(steps.put(state.get(), name, value, related), name))
      if (typeof value === 'string') draft?.keep(name, value)
    },
    fill: (name, value) => state.set(steps.untouch(steps.put(state.get(), name, value, related), name)),
    showFailure: (error, showElsewhere) => state.set(steps.fail(state.get(), error, showElsewhere)),
    async submit({ send, showElsewhere, onLost }) {
      if (state.get().isBusy) return
      state.set(steps.send(state.get()))
      const sentAtMs = Date.now()
      try {
        await send(state.get().values, attempt)
        attempt.renew()
        state.set({ ...state.get(), isBusy: false })
      } catch (error) {
        const isLost = asCallFailure(error).isOutcomeUnknown
        // A refusal is an answer, and the server would give it again to the same key.
        if (!isLost) attempt.renew()
        if (!isLost || !onLost) return state.set(steps.fail(state.get(), error, showElsewhere))
        state.set({ ...state.get(), isBusy: false })
        onLost({ key: attempt.key, sentAtMs })
      }
    },
  }
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
  /** Goes to the form's element. */
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
