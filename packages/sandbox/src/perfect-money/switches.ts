import { type Check, readOnlyFields, refuseIf } from './fields.ts'

/** When the status call is sent to the merchant. */
export const statusTimes = {
  before_return: 'before the browser returns',
  after_return: 'after the browser returns',
  never: 'never (only in the history)',
} as const

/** How the amounts of a payment are written. */
export const amountStyles = {
  as_given: 'as in the form',
  stripped: 'without trailing zeros',
} as const

export interface Switches {
  readonly status_calls: keyof typeof statusTimes
  /** How long after the return. */
  readonly delay_seconds: number
  readonly amounts: keyof typeof amountStyles
}

export const usualSwitches: Switches = { status_calls: 'before_return', delay_seconds: 5, amounts: 'as_given' }

export const DELAY_LIMIT_S = 3600

/** Fields that are not sent keep their value. */
export function readSwitches(body: unknown, current: Switches): Switches {
  const sent = readOnlyFields(body, Object.keys(usualSwitches))
  const text = (name: keyof Switches) => sent.get(name) ?? String(current[name])
  const oneOf = (name: keyof Switches, choices: object): Check => [
    name,
    !Object.hasOwn(choices, text(name)),
    `must be one of ${Object.keys(choices).join(', ')}`,
  ]
  const delay = text('delay_seconds')
  refuseIf([
    oneOf('status_calls', statusTimes),
    ['delay_seconds', !/^\d{1,4}$/.test(delay) || Number(delay) > DELAY_LIMIT_S, `must be from 0 to ${DELAY_LIMIT_S}`],
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
