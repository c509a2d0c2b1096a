import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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

interface ChainStore {
  state(): ChainState
  /** One change after the other. A caller that waits for it knows that it is on disk, and no one sees it before. */
  change(step: (state: ChainState) => ChainState): Promise<void>
}

export async function openChainStore(directory: string | null, initial: () => ChainState): Promise<ChainStore> {
  const file = directory === null ? null : join(directory, 'chain.json')
  if (directory !== null) await mkdir(directory, { recursive: true })
  const kept = file === null ? null : await read(file)
  let state = kept ?? initial()
  if (file !== null && !kept) await write(file, state)
  let last: Promise<void> = Promise.resolve()

  async function apply(step: (state: ChainState) => ChainState): Promise<void> {
    const next = step(state)
    if (file !== null) await write(file, next)
    state = next
  }

  return {
    state: () => state,
    change(step) {
      const done = last.then(() => apply(step))
      last = done.catch(() => {})
      return done
    },
  }
}

async function read(file: string): Promise<ChainState | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return JSON.parse(text, (key, value) => (key === 'units' ? BigInt(value) : value)) as ChainState
  } catch (error) {
    throw new Error(`${file} holds no chain; remove it to start another`, { cause: error })
  }
}

async function write(file: string, state: ChainState): Promise<void> {
  const unfinished = `${file}.tmp`
  const text = JSON.stringify(state, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  await writeFile(unfinished, text, { flush: true })
  await rename(unfinished, file)
}

export interface Block {
  readonly number: number
  readonly id: string
  readonly parentId: string
  readonly timestampMs: number
  readonly transactions: readonly ChainTransaction[]
}

export const blockOf = (state: ChainState, number: number): Block => ({
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
