import { CONFIRMATIONS_NEEDED } from '@cashbox/contract'
import { sql, type Tx } from '../../platform/database/database.ts'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { holdTopup } from '../suspense.ts'
import { recordArrival } from '../topup.ts'
import { arrivalOf, failUnconfirmed, findOurTransfers } from './arrivals.ts'
import { holdOtherTokens } from './other-tokens.ts'
import { settleTopup } from './settle-topup.ts'
import type { TronWatch } from './tron-watch.ts'

export interface Evidence {
  /** Independent providers that report the same. */
  readonly providers: number
  /** Another provider reports something else. */
  readonly isDisputed: boolean
}

/** Settles every transfer of a final receipt, once. Returns the agents whose top-ups changed. */
export async function settleReceipt(
  tx: Tx,
  services: TronWatch,
  receipt: Receipt,
  { providers, isDisputed }: Evidence,
): Promise<string[]> {
  const { clock } = services
  const { tron } = services.config
  const open = await tx.execute(sql`
    select 1 from tron_transaction where chain = ${tron.chain} and txid = ${receipt.txid} and state = 'open' for update`)
  if (open === 0) return []
  const ours = receipt.isSuccess ? await findOurTransfers(tx, services, receipt) : []
  for (const transfer of ours) {
    const topup = await recordArrival(tx, { ...arrivalOf(services, receipt, transfer), providers })
    if (topup.state !== 'confirming' && topup.state !== 'failed') continue
    if (isDisputed) await holdTopup(tx, topup, 'providers_disagree', clock.now())
    else await settleTopup(tx, services, topup)
  }
  const others = receipt.isSuccess ? await holdOtherTokens(tx, services, receipt) : []
  const failed = await failUnconfirmed(tx, services, receipt.txid)
  await tx.execute(sql`
    update topup set confirmations = ${CONFIRMATIONS_NEEDED}
    where txid = ${receipt.txid} and reference like ${`${tron.chain}:%`} and state <> 'failed'`)
  await tx.execute(sql`
    update tron_transaction set state = 'final', block_number = ${receipt.blockNumber}
    where chain = ${tron.chain} and txid = ${receipt.txid}`)
  return [...ours.map(({ agentId }) => agentId), ...others, ...failed]
}
