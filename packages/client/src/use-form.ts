import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { createForm, type FormOptions, type FormStore, type Sending } from './form.ts'
import type { FormState, FormValues } from './form-state.ts'
import { useObservable } from './observable.ts'

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
