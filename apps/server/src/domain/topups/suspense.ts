import type { TopupReason } from '@cashbox/contract'
import { openAccount, postTransfer } from '../../ledger/transfers.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TopupRow } from './topup.ts'

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
