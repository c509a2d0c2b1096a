import { readAddress } from './address.ts'
import { readAmount } from './amount.ts'
import type { Behaviour } from './behaviour.ts'
import type { Token } from './chain-state.ts'
import { oneOf, type Rule, readFields, whole, yesOrNo } from './read-fields.ts'
import { MOST_MINED } from './tron-chain.ts'

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
