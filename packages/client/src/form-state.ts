import { asCallFailure, type CallFailure } from './call-failure.ts'

export type FormValues = Readonly<Record<string, string | boolean>>

export type NameOf<Values> = keyof Values & string

/** What went wrong and belongs to no field. */
export interface FormFailure {
  readonly cause: CallFailure
  /** What the server said of something that the form has no field for; null where the failure has to be explained. */
  readonly text: string | null
  /** Someone else has changed the thing meanwhile: the form shows an older state of it. */
  readonly isStale: boolean
}

export interface FormState<Values extends FormValues> {
  readonly values: Values
  /** The fields that a person has changed. */
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
export type ShowElsewhere = (about: string, text: string) => boolean

const STALE = 409

const none = <Name extends string, Value>() => ({}) as Partial<Record<Name, Value>>

export const begin = <Values extends FormValues>(values: Values): FormState<Values> => ({
  values,
  touched: none(),
  errors: none(),
  failure: null,
  isBusy: false,
  timesRefused: 0,
})

export function put<Values extends FormValues, Name extends NameOf<Values>>(
  state: FormState<Values>,
  name: Name,
  value: Values[Name],
  related: Related<Values>,
): FormState<Values> {
  const errors = { ...state.errors }
  delete errors[name]
  const other = related[name]
  if (other !== undefined) delete errors[other]
  // What is typed into a stale form does not make it current.
  const failure = state.failure?.isStale ? state.failure : null
  return { ...state, values: { ...state.values, [name]: value }, errors, failure }
}

export const touch = <Values extends FormValues>(
  state: FormState<Values>,
  name: NameOf<Values>,
): FormState<Values> => ({ ...state, touched: { ...state.touched, [name]: true } })

export function untouch<Values extends FormValues>(state: FormState<Values>, name: NameOf<Values>): FormState<Values> {
  const touched = { ...state.touched }
  delete touched[name]
  return { ...state, touched }
}

export const send = <Values extends FormValues>(state: FormState<Values>): FormState<Values> => ({
  ...state,
  errors: none(),
  failure: null,
  isBusy: true,
})

/** Puts a failure beside its fields, and what has no field above the button. */
export function fail<Values extends FormValues>(
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
