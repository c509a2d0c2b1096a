import { isSameReceipt, type Receipt } from '../../rails/tron/receipt.ts'
import type { TronApi } from '../../rails/tron/tron-api.ts'
import type { Evidence } from './settle-receipt.ts'
import type { TronWatch } from './tron-watch.ts'

/** The last final block by provider, for those that answer. */
export type SolidBlocks = ReadonlyMap<TronApi, number>

interface ProviderReport {
  readonly host: string
  readonly receipt: Receipt | null
  readonly solid: number
}

export const readSolidBlocks = async ({ providers }: TronWatch): Promise<SolidBlocks> =>
  new Map(await providers.each(async (api) => [api, (await api.solidBlock()).number] as const))

export const readReceipts = ({ providers }: TronWatch, txid: string, solidBlocks: SolidBlocks) =>
  providers.each(async (api) => ({
    host: api.host,
    receipt: await api.receipt(txid, 'solid'),
    solid: solidBlocks.get(api) ?? 0,
  }))

/** A receipt from a block that its provider calls final. */
export const findProof = (reports: readonly ProviderReport[]): Receipt | null =>
  reports.find(({ receipt, solid }) => receipt !== null && receipt.blockNumber <= solid)?.receipt ?? null

/** A provider disputes the proof if it reports something else, or has the block as final without the transaction. */
export const collectEvidence = (proof: Receipt, reports: readonly ProviderReport[]): Evidence => ({
  providers: new Set(
    reports
      .filter(({ receipt, solid }) => receipt && receipt.blockNumber <= solid && isSameReceipt(proof, receipt))
      .map(({ host }) => host),
  ).size,
  isDisputed: reports.some(({ receipt, solid }) =>
    receipt ? !isSameReceipt(proof, receipt) : solid >= proof.blockNumber,
  ),
})
