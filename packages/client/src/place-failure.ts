import type { CallFailure } from './call-failure.ts'

interface Placed<Name extends string> {
  /** The first message of each field of the form. */
  readonly fields: Readonly<Partial<Record<Name, string>>>
  /** The first message of each thing that the form has no field for. */
  readonly others: readonly { readonly about: string; readonly text: string }[]
}

/** Which messages of a failed call belong beside a field. */
export function placeFailure<Name extends string>({ errors }: CallFailure, names: readonly Name[]): Placed<Name> {
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
