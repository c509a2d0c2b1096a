/** The fields of a request as text, each once. */
export type Fields = ReadonlyMap<string, string>

/** The request can't be used; says why, field by field. */
export class BadFields extends Error {
  readonly problems: Readonly<Record<string, string>>

  constructor(problems: Readonly<Record<string, string>>) {
    super('The fields are not valid')
    this.problems = problems
  }
}

/** A check of one field: whether it is wrong, and why. */
export type Check = readonly [field: string, isWrong: boolean, why: string]

/** Throws all that is wrong at once, the first reason of each field. */
export function refuseIf(checks: readonly Check[]): void {
  const problems = new Map<string, string>()
  for (const [field, isWrong, why] of checks) if (isWrong && !problems.has(field)) problems.set(field, why)
  if (problems.size > 0) throw new BadFields(Object.fromEntries(problems))
}

/** The fields of a form or of a JSON object. */
export function readFields(body: unknown): Fields {
  if (body instanceof URLSearchParams) {
    refuseIf([...body.keys()].map((name) => [name, body.getAll(name).length > 1, 'must not be sent more than once']))
    return new Map(body)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new BadFields({})
  const entries = Object.entries(body)
  refuseIf(entries.map(([name, value]) => [name, !isPlain(value), 'must be text']))
  return new Map(entries.map(([name, value]) => [name, String(value)]))
}

/** The same, where nothing else may be sent. */
export function readOnlyFields(body: unknown, known: readonly string[]): Fields {
  const fields = readFields(body)
  refuseIf([...fields.keys()].map((name) => [name, !known.includes(name), 'is not a known field']))
  return fields
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
