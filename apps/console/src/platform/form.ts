import { asCallFailure } from '@cashbox/client/call-failure'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useExplanation } from './explain-failure.ts'

export type FormValues = Readonly<Record<string, string | boolean>>

interface FormFailure {
  readonly text: string
  readonly requestId: string | null
  /** Somebody has changed the thing meanwhile: what is in the form is out of date. */
  readonly isStale: boolean
}

export interface Form<Values extends FormValues> {
  readonly values: Values
  /** What the server said of a field. */
  readonly errors: Partial<Record<keyof Values & string, string>>
  /** What no field is to blame for. */
  readonly failure: FormFailure | null
  readonly isBusy: boolean
  readonly isChanged: boolean
  readonly change: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  readonly element: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}

interface FormOptions<Values extends FormValues> {
  readonly initial: Values
  /** Makes the call and does what comes after it. What it throws is shown in the form. */
  readonly send: (values: Values) => Promise<void>
}

/** A form that is sent to the server once at a time, with the server's words beside the fields they are about. */
export function useForm<Values extends FormValues>({ initial, send }: FormOptions<Values>): Form<Values> {
  const [start] = useState(initial)
  const [values, setValues] = useState(initial)
  const { errors, failure, isBusy, submit, clear } = useSubmission(Object.keys(initial), send)
  const ref = useRef<HTMLFormElement>(null)
  useFocusOnError(ref, errors)
  return {
    values,
    errors,
    failure,
    isBusy,
    isChanged: Object.keys(start).some((name) => start[name] !== values[name]),
    change(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      clear(String(name))
    },
    element: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        // A form in a drawer may stand inside another one in the tree of components.
        event.stopPropagation()
        void submit(values)
      },
    },
  }
}

function useSubmission<Values extends FormValues>(names: readonly string[], send: FormOptions<Values>['send']) {
  const explain = useExplanation()
  const [errors, setErrors] = useState<Form<Values>['errors']>({})
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  function show(error: unknown) {
    const { errors: said, requestId, status } = asCallFailure(error)
    const known = Object.entries(said).flatMap(([name, [first]]) =>
      first !== undefined && names.includes(name) ? [[name, first] as const] : [],
    )
    setErrors(Object.fromEntries(known) as Form<Values>['errors'])
    if (known.length === 0) setFailure({ text: explain(error), requestId, isStale: status === 409 })
  }

  async function submit(values: Values) {
    if (isSending.current) return
    isSending.current = true
    setFailure(null)
    setErrors({})
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      show(error)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const clear = (name: string) =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)) as typeof before)

  return { errors, failure, isBusy, submit, clear }
}

/** Whoever can't see the page is led to the first field that needs them. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: object) {
  const count = Object.keys(errors).length
  const before = useRef(0)
  useEffect(() => {
    if (count > before.current) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    before.current = count
  }, [form, count])
}
