import { parseMinor, receivedAmount, type WalletType } from '@cashbox/contract'
import { formatUnits } from '../ledger/units.ts'
import { only, sql, type Tx, text } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Terms } from './credit-topup.ts'
import { lockHeld } from './decide-topup.ts'
import { refuseCredit } from './held-topups.ts'
import { findRate, type RateServices } from './rates.ts'

export interface TermServices extends RateServices {
  /** In percent, of each rail. */
  readonly offsets: Readonly<Record<WalletType, string>>
}

interface Credit {
  readonly topupId: string
  /** Who gets it, if it has no owner. */
  readonly owner?: string | undefined
  /** Instead of the rate of this moment. */
  readonly rate?: string | undefined
}

/** What a held top-up would be credited with, at which terms, and to whom. */
export async function findTerms(
  tx: Tx,
  services: TermServices,
  { topupId, owner, rate }: Credit,
): Promise<{ terms: Terms; agentId: string; received: bigint }> {
  const topup = await lockHeld(tx, topupId)
  refuseCredit(topup, owner)
  const agentId = topup.agent_id ?? owner ?? ''
  const currencyCode = await currencyOf(tx, agentId)
  const found = rate === undefined ? await findRate(tx, services, agentId, topup.coin) : { rate, currencyCode }
  if (!found) throw refusal('rate_unknown')
  const terms = { ...found, offsetPercent: services.offsets[topup.rail] }
  const sent = formatUnits(BigInt(topup.units), topup.decimals)
  const received = parseMinor(receivedAmount(sent, terms.rate, terms.offsetPercent) ?? '')
  if (!received) throw refusal('amount_too_small')
  return { terms, agentId, received }
}

const currencyOf = async (tx: Tx, agentId: string) =>
  only(
    await tx.query(
      sql`select asset from account join agent on agent.float_id = account.id where agent.id = ${agentId}`,
      { asset: text },
    ),
  ).asset
