const BLOCK_MS = 3000

/** Blocks that were mined by hand, one after the other. */
export interface Mined {
  readonly firstBlock: number
  readonly count: number
  /** Blocks that time had made before. */
  readonly ticksBefore: number
  readonly atMs: number
}

interface BlockTimes {
  readonly genesisMs: number
  readonly mined: readonly Mined[]
}

/** How many blocks time has made. */
export const ticksAt = (genesisMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - genesisMs) / BLOCK_MS))

/**
 * Blocks of time are on a grid of three seconds, mined ones at the moment of mining, a millisecond apart. So no block
 * is older than the one before it, and none is further in the future than the blocks mined in one moment have milliseconds.
 */
export function timestampOf({ genesisMs, mined }: BlockTimes, block: number): number {
  const last = mined.findLast(({ firstBlock }) => firstBlock <= block)
  if (!last) return genesisMs + BLOCK_MS * block
  const place = block - last.firstBlock
  const earliestMs = last.atMs + place
  if (place < last.count) return earliestMs
  const tick = last.ticksBefore + place - last.count + 1
  return Math.max(genesisMs + BLOCK_MS * tick, earliestMs)
}
