import { isSameReceipt, type Receipt } from '../../rails/tron/receipt.ts'
import type { TronApi } from '../../rails/tron/tron-api.ts'
import type { WatchServices } from './services.ts'
import type { Evidence } from './settle-receipt.ts'

/** Up to which block each provider that answers calls the chain final. */
export type SolidOf = ReadonlyMap<TronApi, number>

/** What one provider says about a transaction. */
interface Word {
  readonly host: string
  readonly receipt: Receipt | null
  readonly solid: number
}

export const askSolid = async ({ providers }: WatchServices): Promise<SolidOf> =>
  new Map(await providers.each(async (api) => [api, (await api.solidBlock()).number] as const))

export const askForReceipt = ({ providers }: WatchServices, txid: string, solidOf: SolidOf): Promise<Word[]> =>
  providers.each(async (api) => ({
    host: api.host,
    receipt: await api.receipt(txid, 'solid'),
    solid: solidOf.get(api) ?? 0,
  }))

/** A receipt that its provider calls final. */
export const proofIn = (words: readonly Word[]): Receipt | null =>
  words.find(({ receipt, solid }) => receipt !== null && receipt.blockNumber <= solid)?.receipt ?? null

/** Who confirms the proof, and whether another reports something else, or knows the block as final without the transaction. */
export const weigh = (proof: Receipt, words: readonly Word[]): Evidence => ({
  providers: new Set(
    words
      .filter(({ receipt, solid }) => receipt && receipt.blockNumber <= solid && isSameReceipt(proof, receipt))
      .map(({ host }) => host),
  ).size,
  isDisputed: words.some(({ receipt, solid }) =>
    receipt ? !isSameReceipt(proof, receipt) : solid >= proof.blockNumber,
  ),
})
