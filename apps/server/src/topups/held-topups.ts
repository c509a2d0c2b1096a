import type { TopupReason } from '@cashbox/contract'
import { sql, type Tx } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import { creditTopup, type Terms } from './credit-topup.ts'
import { type Decision, decide } from './decide-topup.ts'
import { releaseTopup } from './suspense.ts'
import { type TopupRow, writeTopupNotice } from './topup.ts'

/** Other tokens have no value here, whatever their name. */
export const isCreditable = (reason: TopupReason | null): boolean => reason !== 'wrong_token'

export function refuseCredit(topup: TopupRow, owner: string | undefined) {
  if (!isCreditable(topup.reason)) throw refusal('token_has_no_value')
  if (topup.agent_id !== null && owner !== undefined) throw refusal('topup_already_assigned')
  if (topup.agent_id === null && owner === undefined) throw refusal('topup_not_assigned')
}

/** `owner` is the agent to credit, for a top-up without one. */
export async function creditHeld(tx: Tx, decision: Decision, terms: Terms, owner?: string): Promise<void> {
  await decide(tx, 'credit', decision, async (topup) => {
    refuseCredit(topup, owner)
    const owned = owner === undefined ? topup : await assignOwner(tx, topup, owner, decision.at)
    const outcome = await creditTopup(tx, owned, terms, decision.at)
    if (outcome === 'held') throw refusal('amount_too_small')
  })
}

/** Only records that the money was returned to the sender. */
export async function returnHeld(tx: Tx, decision: Decision): Promise<void> {
  await decide(tx, 'return', decision, async (topup) => {
    await releaseTopup(tx, topup, decision.at)
    await tx.execute(sql`
      update topup set state = 'returned', reason = null, finished_at = ${decision.at} where id = ${topup.id}`)
    await writeTopupNotice(tx, topup, { state: 'returned', at: decision.at })
  })
}

/** Suspense accounts belong to an agent, so the money leaves suspense before the top-up changes its owner. */
async function assignOwner(tx: Tx, topup: TopupRow, agentId: string, at: Date): Promise<TopupRow> {
  await releaseTopup(tx, topup, at)
  await tx.execute(sql`
    update topup set agent_id = ${agentId}, state = 'confirming', reason = null where id = ${topup.id}`)
  return { ...topup, agent_id: agentId, state: 'confirming', reason: null }
}
