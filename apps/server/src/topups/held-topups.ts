import type { TopupReason } from '@cashbox/contract'
import { col, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { refusal } from '../platform/refusal.ts'
import { creditTopup, receivedFor, releaseTopup, type Terms } from './credit-topup.ts'
import { findRate, offsetOf, type RateServices } from './rates.ts'
import { lockTopup, type TopupRow, writeTopupNotice } from './topup.ts'

export interface Decision {
  readonly topupId: string
  readonly by: string
  /** The agent can read it. */
  readonly note: string
  readonly at: Date
}

export async function lockHeld(tx: Tx, topupId: string): Promise<TopupRow> {
  const topup = await lockTopup(tx, topupId)
  if (!topup) throw refusal('topup_unknown')
  if (topup.state !== 'held') throw refusal('topup_not_held')
  return topup
}

/** Stores the decision with the top-up as it was before and after. */
async function decide(
  tx: Tx,
  action: 'credit' | 'return',
  { topupId, by, note, at }: Decision,
  carryOut: (topup: TopupRow) => Promise<void>,
): Promise<void> {
  const topup = await lockHeld(tx, topupId)
  const before = await readSnapshot(tx, topupId)
  await carryOut(topup)
  await tx.execute(sql`update topup set note = ${note} where id = ${topupId}`)
  await tx.execute(sql`
    insert into topup_decision (id, topup_id, action, decided_by, note, before, after, decided_at)
    values (${uuidv7()}, ${topupId}, ${action}, ${by}, ${note}, ${before}::jsonb,
            ${await readSnapshot(tx, topupId)}::jsonb, ${at})`)
}

const readSnapshot = async (tx: Tx, id: string) =>
  (await queryOne(tx, { row: col.text })`select to_jsonb(topup)::text as row from topup where id = ${id}`).row

interface CreditInput {
  readonly topupId: string
  /** The agent to credit, for a top-up without an owner. */
  readonly owner?: string | undefined
  /** Instead of the current rate. */
  readonly rate?: string | undefined
}

/** Amount, terms and agent for crediting a held top-up. */
export async function findTerms(tx: Tx, services: RateServices, { topupId, owner, rate }: CreditInput) {
  const topup = await lockHeld(tx, topupId)
  refuseCredit(topup, owner)
  const agentId = topup.agent_id ?? owner ?? ''
  const currencyCode = await currencyOf(tx, agentId)
  const found = rate === undefined ? await findRate(tx, services, agentId, topup.coin) : { rate, currencyCode }
  if (!found) throw refusal('rate_unknown')
  const terms = { ...found, offsetPercent: offsetOf(services.config, topup.rail) }
  const received = receivedFor(topup, terms)
  if (!received) throw refusal('amount_too_small')
  return { terms, agentId, received }
}

const currencyOf = async (tx: Tx, agentId: string) =>
  (
    await queryOne(tx, { asset: col.text })`
    select asset from account join agent on agent.float_id = account.id where agent.id = ${agentId}`
  ).asset

/** Other tokens have no value here, whatever their name. */
export const isCreditable = (reason: TopupReason | null): boolean => reason !== 'wrong_token'

function refuseCredit(topup: TopupRow, owner: string | undefined) {
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
