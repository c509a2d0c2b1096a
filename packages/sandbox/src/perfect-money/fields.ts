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

export const statusTimes = {
  before_return: 'before the browser returns',
  after_return: 'after the browser returns',
  never: 'never (only in the history)',
} as const

export const amountStyles = {
  as_given: 'as in the form',
  stripped: 'without trailing zeros',
} as const

export const usualSwitches = {
  status_calls: 'before_return' as keyof typeof statusTimes,
  delay_seconds: 5,
  amounts: 'as_given' as keyof typeof amountStyles,
}

export type Switches = Readonly<typeof usualSwitches>

export const DELAY_LIMIT_S = 3600

/** Fields that are not sent keep their value. */
export function readSwitches(body: unknown, current: Switches): Switches {
  const sent = { ...current, ...Object.fromEntries(readOnlyFields(body, Object.keys(usualSwitches))) }
  const oneOf = (name: 'status_calls' | 'amounts', choices: object): Check => [
    name,
    !Object.hasOwn(choices, sent[name]),
    `must be one of ${Object.keys(choices).join(', ')}`,
  ]
  const seconds = String(sent.delay_seconds)
  refuseIf([
    oneOf('status_calls', statusTimes),
    [
      'delay_seconds',
      !/^\d{1,4}$/.test(seconds) || Number(seconds) > DELAY_LIMIT_S,
      `must be from 0 to ${DELAY_LIMIT_S}`,
    ],
    oneOf('amounts', amountStyles),
  ])
  return { ...sent, delay_seconds: Number(seconds) }
}

export const writtenAmount = (amount: string, style: Switches['amounts']): string =>
  style === 'stripped' && amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
