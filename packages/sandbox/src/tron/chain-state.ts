import { createHash } from 'node:crypto'

export type Token = 'usdt' | 'fake'

export interface Transfer {
  readonly from: string
  readonly to: string
  readonly units: bigint
  readonly token: Token
}

export interface ChainTransaction {
  readonly txid: string
  /** Order in the chain. */
  readonly sequence: number
  readonly block: number
  readonly transfers: readonly Transfer[]
  readonly isFailed: boolean
}

export interface ChainState {
  readonly genesisMs: number
  /** Blocks that time had made when this was written: the head never goes below, even if the clock goes back. */
  readonly ticks: number
  readonly mined: readonly Mined[]
  /** First blocks of the reorganisations. */
  readonly reorganisedFrom: readonly number[]
  /** Oldest first. */
  readonly transactions: readonly ChainTransaction[]
}

export type Block = ReturnType<typeof blockOf>

export const blockOf = (state: ChainState, number: number) => ({
  number,
  id: idOf(state, number),
  parentId: number === 0 ? '0'.repeat(64) : idOf(state, number - 1),
  timestampMs: timestampOf(state, number),
  transactions: transactionsIn(state, number),
})

const transactionsIn = ({ transactions }: ChainState, number: number) =>
  transactions.filter(({ block }) => block === number)

/** The number in front, as Tron has it. A reorganisation gives the block and all after it another id. */
function idOf(state: ChainState, number: number): string {
  const turns = state.reorganisedFrom.filter((first) => first <= number).length
  const content = [state.genesisMs, number, turns, ...transactionsIn(state, number).map(({ txid }) => txid)]
  const hash = createHash('sha256').update(content.join(' ')).digest('hex')
  return number.toString(16).padStart(16, '0') + hash.slice(16)
}

const BLOCK_MS = 3000

/** Blocks that were mined by hand, one after the other. */
interface Mined {
  readonly firstBlock: number
  readonly count: number
  /** Blocks that time had made before. */
  readonly ticksBefore: number
  readonly atMs: number
}

export const ticksAt = (genesisMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - genesisMs) / BLOCK_MS))

/**
 * Blocks of time are on a grid of three seconds, mined ones at the moment of mining, a millisecond apart. So no block
 * is older than the one before it, and none is further in the future than the blocks mined in one moment have milliseconds.
 */
export function timestampOf({ genesisMs, mined }: Pick<ChainState, 'genesisMs' | 'mined'>, block: number): number {
  const last = mined.findLast(({ firstBlock }) => firstBlock <= block)
  if (!last) return genesisMs + BLOCK_MS * block
  const place = block - last.firstBlock
  const earliestMs = last.atMs + place
  if (place < last.count) return earliestMs
  const tick = last.ticksBefore + place - last.count + 1
  return Math.max(genesisMs + BLOCK_MS * tick, earliestMs)
}
