import { parseMinor, receivedAmount, type TopupReason } from '@cashbox/contract'
import { col, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { openAccount, postMovement } from '../ledger/movements.ts'
import { formatUnits } from '../ledger/units.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Rate } from './rates.ts'
import { type TopupRow, writeTopupNotice } from './topup.ts'

const MAX_SMALL_NOTICES_PER_DAY = 5

/** Holds a top-up until an operator decides, or until it can be credited automatically. */
export async function holdTopup(tx: Tx, topup: TopupRow, reason: TopupReason, at: Date): Promise<void> {
  if (isMoney(reason) && !isBooked(topup)) await moveSuspense(tx, 'suspense', topup, at)
  if (topup.state === 'held') {
    await tx.execute(sql`update topup set reason = ${reason} where id = ${topup.id}`)
    return
  }
  await tx.execute(sql`
    update topup set state = 'held', reason = ${reason}, finished_at = null where id = ${topup.id}`)
  // Anyone can send any number of worthless tokens and tiny sums: don't flood the agent with notices.
  if (reason === 'wrong_token' || (reason === 'below_minimum' && (await hasEnoughSmallNotices(tx, topup, at)))) return
  await writeTopupNotice(tx, topup, { state: 'held', at })
}

/** Takes the money out of suspense, because it is credited now or goes back to the sender. */
export async function releaseTopup(tx: Tx, topup: TopupRow, at: Date): Promise<void> {
  if (isBooked(topup)) await moveSuspense(tx, 'release', topup, at)
}

async function moveSuspense(tx: Tx, kind: 'suspense' | 'release', topup: TopupRow, at: Date) {
  const { agent_id: agentId, rail: party, coin: asset } = topup
  const suspense = await openAccount(tx, { agentId, kind: 'suspense', party, asset })
  const rail = await openAccount(tx, { kind: 'rail', party, asset })
  const [from, to] = kind === 'suspense' ? [rail, suspense] : [suspense, rail]
  await postMovement(tx, { kind, reference: topup.id, from, to, amount: BigInt(topup.units), at })
}

const hasEnoughSmallNotices = async (tx: Tx, { id, agent_id }: TopupRow, at: Date) => {
  const notices = await tx.execute(sql`
    select 1 from topup
    where agent_id = ${agent_id} and state = 'held' and reason = 'below_minimum' and id <> ${id}
      and seen_at > ${new Date(at.getTime() - DAY_MS)}
    limit ${MAX_SMALL_NOTICES_PER_DAY}`)
  return notices === MAX_SMALL_NOTICES_PER_DAY
}

/** Worthless tokens and unproven claims are not on the books. */
export const unbookedReasons: readonly TopupReason[] = ['wrong_token', 'not_in_history']
const isMoney = (reason: TopupReason) => !unbookedReasons.includes(reason)
const isBooked = ({ state, reason }: TopupRow) => state === 'held' && reason !== null && isMoney(reason)

export interface Terms extends Rate {
  readonly offsetPercent: string
}

/** Credits the amount that the calculator showed, and stores the terms. Holds amounts under a cent or over the maximum. */
export async function creditTopup(tx: Tx, topup: TopupRow, terms: Terms, at: Date): Promise<'credited' | 'held'> {
  const { agent_id: agentId } = topup
  if (agentId === null) throw new Error('a top-up without an agent can not be credited')
  if (topup.state === 'credited' || topup.state === 'returned') throw new Error(`the top-up is ${topup.state} already`)
  const received = receivedFor(topup, terms)
  if (received === null || received === 0n) {
    await holdTopup(tx, topup, received === null ? 'too_large' : 'too_small', at)
    return 'held'
  }
  await releaseTopup(tx, topup, at)
  await postMovement(tx, {
    kind: 'top_up',
    reference: topup.id,
    from: await openAccount(tx, { kind: 'rail', party: topup.rail, asset: terms.currencyCode }),
    to: await floatOf(tx, agentId),
    amount: received,
    at,
  })
  await tx.execute(sql`
    update topup set state = 'credited', reason = null, currency_code = ${terms.currencyCode}, rate = ${terms.rate},
      offset_percent = ${terms.offsetPercent}, rounding = 'down', received = ${received}, finished_at = ${at}
    where id = ${topup.id}`)
  await writeTopupNotice(tx, topup, {
    state: 'credited',
    received: { amount: received, currencyCode: terms.currencyCode },
    at,
  })
  return 'credited'
}

export const receivedFor = ({ units, decimals }: TopupRow, { rate, offsetPercent }: Terms): bigint | null =>
  parseMinor(receivedAmount(formatUnits(BigInt(units), decimals), rate, offsetPercent) ?? '')

const floatOf = async (tx: Tx, agentId: string) =>
  (await queryOne(tx, { id: col.int8 })`select float_id as id from agent where id = ${agentId}`).id
