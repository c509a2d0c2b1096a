import { isRecord } from '../page/layout.ts'
import { readAddress, readAmount } from './address.ts'
import type { Behaviour } from './behaviour.ts'
import type { Token } from './chain-state.ts'
import { MOST_MINED } from './tron-chain.ts'

export type Errors = Readonly<Record<string, readonly string[]>>

/** What was asked for, or what is wrong with it, field by field. */
export type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly errors: Errors }

type Rule<Value> = (given: unknown) => { readonly value: Value } | { readonly problem: string }

/** Reads an object of which every field has a rule. */
function readFields<Fields, Required extends keyof Fields = never>(
  given: unknown,
  rules: { readonly [Name in keyof Fields]: Rule<Fields[Name]> },
  required: readonly Required[] = [],
): Read<Partial<Fields> & Pick<Fields, Required>> {
  if (!isRecord(given)) return { ok: false, errors: { body: ['Must be an object.'] } }
  const names = [...new Set([...Object.keys(given), ...required.map(String)])]
  const read = names.map((name) => [name, apply(rules, name, given[name])] as const)
  const problems = read.flatMap(([name, one]) => ('problem' in one ? [[name, [one.problem]] as const] : []))
  if (problems.length > 0) return { ok: false, errors: Object.fromEntries(problems) }
  const values = read.flatMap(([name, one]) => ('value' in one ? [[name, one.value] as const] : []))
  return { ok: true, value: Object.fromEntries(values) as Partial<Fields> & Pick<Fields, Required> }
}

function apply(rules: object, name: string, given: unknown): ReturnType<Rule<unknown>> {
  const rule = new Map<string, Rule<unknown>>(Object.entries(rules)).get(name)
  return rule ? rule(given) : { problem: 'Unknown field.' }
}

const whole =
  (least: number, most: number): Rule<number> =>
  (given) =>
    typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most
      ? { value: given }
      : { problem: `Must be a whole number from ${least} to ${most}.` }

const yesOrNo: Rule<boolean> = (given) =>
  typeof given === 'boolean' ? { value: given } : { problem: 'Must be true or false.' }

const oneOf =
  <const Choice>(...choices: readonly Choice[]): Rule<Choice> =>
  (given) => {
    const chosen = choices.find((choice) => choice === given)
    return chosen === undefined ? { problem: `Must be one of ${choices.join(', ')}.` } : { value: chosen }
  }

const MOST_LAG = 100_000
const MOST_SLOW_MS = 60_000
const MOST_MISSING = 1000
const MOST_EVERY = 1000

const address: Rule<string> = (given) =>
  typeof given === 'string' && readAddress(given) !== null
    ? { value: given }
    : { problem: 'Must be a Tron address: T and 33 characters, with a valid checksum.' }

const amount: Rule<bigint> = (given) => {
  const units = typeof given === 'string' ? readAmount(given) : null
  return units === null ? { problem: 'Must be an amount as text, with at most six decimals.' } : { value: units }
}

const txid: Rule<string> = (given) =>
  typeof given === 'string' && /^[0-9a-f]{64}$/.test(given)
    ? { value: given }
    : { problem: 'Must be a transaction ID of 64 hexadecimal digits.' }

const txids: Rule<readonly string[]> = (given) =>
  Array.isArray(given) && given.length <= MOST_MISSING && given.every((one) => 'value' in txid(one))
    ? { value: given }
    : { problem: `Must be a list of at most ${MOST_MISSING} transaction IDs.` }

const throttle: Rule<Behaviour['throttle']> = (given) => {
  if (given === null) return { value: null }
  const rules = { every: whole(1, MOST_EVERY), status: oneOf(429, 403) }
  const read = readFields<NonNullable<Behaviour['throttle']>, 'every' | 'status'>(given, rules, ['every', 'status'])
  return read.ok
    ? { value: read.value }
    : { problem: `Must be null or {"every": 1 to ${MOST_EVERY}, "status": 429 or 403}.` }
}

interface Sending {
  readonly to: string
  readonly amount: bigint
  readonly token: Token
  readonly from: string
  readonly fails: boolean
}

export const readSending = (given: unknown) =>
  readFields<Sending, 'to' | 'amount'>(
    given,
    { to: address, amount, token: oneOf('usdt', 'fake'), from: address, fails: yesOrNo },
    ['to', 'amount'],
  )

export const readMining = (given: unknown) =>
  readFields<{ blocks: number }, 'blocks'>(given, { blocks: whole(1, MOST_MINED) }, ['blocks'])

export const readDrop = (given: unknown) => readFields<{ txid: string }, 'txid'>(given, { txid }, ['txid'])

export const readBehaviour = (given: unknown) =>
  readFields<Behaviour>(given, {
    lag: whole(0, MOST_LAG),
    gaps: whole(0, 100),
    missing: txids,
    repeats: yesOrNo,
    reorders: yesOrNo,
    listsFailed: yesOrNo,
    inventsRows: yesOrNo,
    throttle,
    down: oneOf('unavailable', 'closed', null),
    slow: whole(0, MOST_SLOW_MS),
    errors200: yesOrNo,
  })

/** What a person has filled in to send something. */
export interface SendForm {
  readonly agent: string
  readonly to: string
  readonly amount: string
  readonly kind: string
}

export const emptySendForm: SendForm = { agent: '', to: '', amount: '100.00', kind: 'usdt' }

export const readSendForm = (sent: URLSearchParams): SendForm => ({
  agent: sent.get('agent') ?? '',
  to: sent.get('to') ?? '',
  amount: sent.get('amount') ?? '',
  kind: sent.get('kind') ?? '',
})

/** What the form asks for, as a script would. An address that was typed counts more than the chosen agent. */
export function sendingIn(sent: URLSearchParams) {
  const { agent, to, amount, kind } = readSendForm(sent)
  return {
    to: to.trim() || agent,
    amount: amount.trim(),
    ...(kind === 'failing' ? { fails: true } : { token: kind }),
  }
}

export const miningIn = (sent: URLSearchParams) => ({ blocks: Number(sent.get('blocks')) })

export const dropIn = (sent: URLSearchParams) => ({ txid: sent.get('txid') })

/** The switches that the form names, as a script would set them. */
export function behaviourIn(sent: URLSearchParams) {
  const { throttle_every, throttle_status, ...named } = Object.fromEntries(sent)
  const switches = Object.entries(named).map(([name, text]) => [name, valueOf(name, text)])
  const every = Number(throttle_every)
  return {
    ...Object.fromEntries(switches),
    ...(throttle_every !== undefined && { throttle: every === 0 ? null : { every, status: Number(throttle_status) } }),
  }
}

function valueOf(name: string, text: string): unknown {
  if (name === 'down') return text === '' ? null : text
  if (text === 'on' || text === 'off') return text === 'on'
  return Number(text)
}
