import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mined } from './block-times.ts'

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
