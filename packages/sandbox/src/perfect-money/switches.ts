import { type Check, readOnlyFields, refuseIf } from './fields.ts'

/** When the merchant is told of a payment. */
export const statusTimes = {
  before_return: 'before the browser returns',
  after_return: 'after the browser has returned',
  never: 'never: only the history tells',
} as const

/** How amounts are written in all that is said of a payment. */
export const amountStyles = {
  as_given: 'as the form wrote them',
  stripped: 'without zeros at the end',
} as const

export interface Switches {
  readonly status_calls: keyof typeof statusTimes
  /** How long after the return. */
  readonly delay_seconds: number
  readonly amounts: keyof typeof amountStyles
}

export const usualSwitches: Switches = { status_calls: 'before_return', delay_seconds: 5, amounts: 'as_given' }

export const DELAY_LIMIT_S = 3600

/** What is not sent stays as it is. */
export function readSwitches(body: unknown, current: Switches): Switches {
  const sent = readOnlyFields(body, Object.keys(usualSwitches))
  const text = (name: keyof Switches) => sent.get(name) ?? String(current[name])
  const oneOf = (name: keyof Switches, choices: object): Check => [
    name,
    !Object.hasOwn(choices, text(name)),
    `is none of ${Object.keys(choices).join(', ')}`,
  ]
  const delay = text('delay_seconds')
  refuseIf([
    oneOf('status_calls', statusTimes),
    ['delay_seconds', !/^\d{1,4}$/.test(delay) || Number(delay) > DELAY_LIMIT_S, `is not 0 to ${DELAY_LIMIT_S}`],
    oneOf('amounts', amountStyles),
  ])
  return {
    status_calls: text('status_calls') as Switches['status_calls'],
    delay_seconds: Number(delay),
    amounts: text('amounts') as Switches['amounts'],
  }
}

/** "25.50" → "25.5" */
export const writtenAmount = (amount: string, style: Switches['amounts']): string =>
  style === 'stripped' && amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
