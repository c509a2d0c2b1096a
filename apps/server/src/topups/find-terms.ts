import { col, queryOne, type Tx } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import { receivedFor } from './credit-topup.ts'
import { lockHeld } from './decide-topup.ts'
import { refuseCredit } from './held-topups.ts'
import { findRate, offsetOf, type RateServices } from './rates.ts'

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
