import { createHash } from 'node:crypto'
import { addressOf } from './address.ts'
import type { ChainTransaction, Transfer } from './chain-state.ts'
import { BLOCKS_TO_SOLID, type TronChain } from './tron-chain.ts'

const INVENTED_UNITS = 1_000_000_000n

/** Block, transaction, log and copy: the place of a row in the index. */
export type Place = readonly [block: number, sequence: number, log: number, copy: number]

export type IndexedTransfer = ReturnType<typeof indexedTransfers>[number]

/** What the provider's index says of an account, or of everyone: oldest first, and not always true. */
export function indexedTransfers(chain: TronChain, account?: string) {
  const { lag, repeats, inventsRows } = chain.behaviour()
  const head = chain.head() - lag
  const solid = Math.max(0, head - BLOCKS_TO_SOLID)
  const concerns = ({ from, to }: Transfer) => account === undefined || from === account || to === account
  const known = chain.transactions().filter((transaction) => transaction.block <= head && isListed(chain, transaction))
  const invented = inventsRows ? [inventedTransaction(chain, account)] : []
  return [...invented, ...known]
    .flatMap(({ txid, block, sequence, transfers }) => {
      const rows = transfers.map((transfer, log) => ({ ...transfer, txid, block, sequence, log }))
      return rows.filter(concerns)
    })
    .flatMap(({ sequence, ...row }) =>
      (repeats ? [0, 1] : [0]).map((copy) => ({
        ...row,
        timestampMs: chain.timestampMs(row.block),
        contract: chain.contracts[row.token],
        isConfirmed: row.block <= solid,
        place: [row.block, sequence, row.log, copy] as const,
      })),
    )
    .toSorted((one, other) => comparePlaces(one.place, other.place))
}

export function comparePlaces(one: Place, other: Place): number {
  const index = one.findIndex((number, at) => number !== other[at])
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

function isListed(chain: TronChain, { txid, isFailed }: ChainTransaction): boolean {
  const { gaps, missing, listsFailed } = chain.behaviour()
  if (isFailed && !listsFailed) return false
  // Ids are random, so their first bytes choose a fair share, and the same one each time.
  const isInGap = Number.parseInt(txid.slice(0, 8), 16) % 100 < gaps
  return !isInGap && !missing.includes(txid)
}

/** One transfer that never happened for the account, or for everyone who was ever sent something. */
function inventedTransaction(chain: TronChain, account: string | undefined): ChainTransaction {
  const everyone = new Set(chain.transactions().flatMap(({ transfers }) => transfers.map(({ to }) => to)))
  const victims = account === undefined ? [...everyone] : [account]
  return {
    txid: createHash('sha256')
      .update(`invented for ${account ?? 'everyone'}`)
      .digest('hex'),
    sequence: 0,
    block: chain.inventedBlock(),
    transfers: victims.map((to) => ({ from: addressOf('1e'.repeat(20)), to, units: INVENTED_UNITS, token: 'usdt' })),
    isFailed: false,
  }
}
