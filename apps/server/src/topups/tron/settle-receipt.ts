import { CONFIRMATIONS_NEEDED } from '@cashbox/contract'
import { sql, type Tx } from '@cashbox/postgres/database'
import { isSameReceipt, type Receipt } from '../../rails/tron/receipt.ts'
import type { TronApi } from '../../rails/tron/tron-api.ts'
import { holdTopup } from '../credit-topup.ts'
import { recordArrival } from '../topup.ts'
import { arrivalOf, failUnconfirmed, findOurTransfers, holdOtherTokens } from './arrivals.ts'
import { settleTopup } from './settle-topup.ts'
import type { TronWatch } from './tron-watch.ts'

/** The last final block by provider, for those that answer. */
export type SolidBlocks = ReadonlyMap<TronApi, number>

/** A receipt from a block that its provider calls final, and what the other providers say about it. */
export interface Proof {
  readonly receipt: Receipt
  /** Independent providers that report the same. */
  readonly providers: number
  /** Another provider reports something else, or has the block as final without the transaction. */
  readonly isDisputed: boolean
  /** Every provider that answers has a receipt. */
  readonly isKnownToAll: boolean
}

export const readSolidBlocks = async ({ providers }: TronWatch): Promise<SolidBlocks> =>
  new Map(await providers.each(async (api) => [api, (await api.solidBlock()).number] as const))

/** Null while no provider has it as final. */
export async function findProof({ providers }: TronWatch, txid: string, blocks: SolidBlocks): Promise<Proof | null> {
  const reports = await providers.each(async (api) => {
    const receipt = await api.receipt(txid, 'solid')
    const solid = blocks.get(api) ?? 0
    return { host: api.host, receipt, solid, isFinal: receipt !== null && receipt.blockNumber <= solid }
  })
  const proof = reports.find(({ isFinal }) => isFinal)?.receipt
  if (!proof) return null
  const agreeing = reports.filter(({ receipt, isFinal }) => receipt && isFinal && isSameReceipt(proof, receipt))
  return {
    receipt: proof,
    providers: new Set(agreeing.map(({ host }) => host)).size,
    isDisputed: reports.some(({ receipt, solid }) =>
      receipt ? !isSameReceipt(proof, receipt) : solid >= proof.blockNumber,
    ),
    isKnownToAll: reports.every(({ receipt }) => receipt !== null),
  }
}

/** Settles every transfer of a final receipt, once. Returns the agents whose top-ups changed. */
export async function settleReceipt(
  tx: Tx,
  services: TronWatch,
  { receipt, providers, isDisputed }: Proof,
): Promise<string[]> {
  const { clock, tron } = services
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
