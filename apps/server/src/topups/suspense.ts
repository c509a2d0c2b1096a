import type { TopupReason } from '@cashbox/contract'
import { openAccount, postMovement } from '../ledger/movements.ts'
import { sql, type Tx } from '../platform/database/database.ts'
import { type TopupRow, writeTopupNotice } from './topup.ts'

const MAX_SMALL_NOTICES_PER_DAY = 5
const DAY_MS = 24 * 60 * 60_000

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
