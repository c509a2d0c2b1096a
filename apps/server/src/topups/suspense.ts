import type { TopupReason } from '@cashbox/contract'
import { openAccount, postTransfer } from '../ledger/transfers.ts'
import { sql, type Tx } from '../platform/database/database.ts'
import { type TopupRow, writeTopupNotice } from './topup.ts'

/** Real money that waits for a decision is on the books; a token that anyone can make, or a mere claim, is not. */
const isMoney = (reason: TopupReason) => reason !== 'wrong_token' && reason !== 'not_in_history'

/** Keeps what came in until an operator decides, or until it can be credited by itself. */
export async function holdTopup(tx: Tx, topup: TopupRow, reason: TopupReason, at: Date): Promise<void> {
  if (topup.state === 'held') {
    await tx.execute(sql`update topup set reason = ${reason} where id = ${topup.id}`)
    return
  }
  if (isMoney(reason)) await moveSuspense(tx, 'suspense', topup, at)
  await tx.execute(sql`
    update topup set state = 'held', reason = ${reason}, finished_at = null where id = ${topup.id}`)
  // Anyone can send any number of worthless tokens, and of tiny sums.
  if (reason === 'wrong_token' || (reason === 'below_minimum' && (await knowsOfSmall(tx, topup, at)))) return
  await writeTopupNotice(tx, topup, { state: 'held', at })
}

const TOLD_A_DAY = 5
const DAY_MS = 24 * 60 * 60_000

/** Whether the agent was told of enough small sums within a day. */
const knowsOfSmall = async (tx: Tx, { id, agent_id }: TopupRow, at: Date) => {
  const told = await tx.execute(sql`
    select 1 from topup
    where agent_id = ${agent_id} and state = 'held' and reason = 'below_minimum' and id <> ${id}
      and seen_at > ${new Date(at.getTime() - DAY_MS)}
    limit ${TOLD_A_DAY}`)
  return told === TOLD_A_DAY
}

/** Takes what is held off the books of suspense: it is credited now, or goes back. */
export async function releaseTopup(tx: Tx, topup: TopupRow, at: Date): Promise<void> {
  if (topup.state === 'held' && topup.reason && isMoney(topup.reason)) await moveSuspense(tx, 'release', topup, at)
}

async function moveSuspense(tx: Tx, kind: 'suspense' | 'release', topup: TopupRow, at: Date) {
  const { agent_id: agentId, rail: party, coin: asset } = topup
  const suspense = await openAccount(tx, { agentId, kind: 'suspense', party, asset })
  const rail = await openAccount(tx, { agentId, kind: 'rail', party, asset })
  const amount = BigInt(topup.units) * (kind === 'suspense' ? 1n : -1n)
  await postTransfer(tx, {
    kind,
    reference: topup.id,
    at,
    lines: [
      { accountId: suspense, amount },
      { accountId: rail, amount: -amount },
    ],
  })
}
