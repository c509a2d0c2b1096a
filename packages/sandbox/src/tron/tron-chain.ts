import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openJsonFile } from '../page/json-file.ts'
import { accountOf, addressOf } from './address.ts'
import { createSwitches } from './behaviour.ts'
import { type Block, blockOf, type ChainState, type Token, type Transfer, ticksAt, timestampOf } from './chain-state.ts'

const MAINNET_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const MOST_UNITS = 2n ** 256n - 1n
export const BLOCKS_TO_SOLID = 19
export const MOST_MINED = 1000

// Made up: no one holds their keys.
const FAKE_TOKEN = addressOf('fa'.repeat(20))
const STRANGER = addressOf('5e'.repeat(20))

interface TronChainOptions {
  /** Where the chain is kept; null keeps it in memory. */
  readonly directory: string | null
  readonly now: () => Date
  /** The contract of USDT; the one of mainnet when left out. */
  readonly usdt?: string
  /** Only `mine` makes blocks, time doesn't. */
  readonly isManual?: boolean
}

interface NewTransfer {
  readonly to: string
  readonly units: bigint
  readonly token?: Token
  readonly from?: string
}

export type TronChain = Awaited<ReturnType<typeof openTronChain>>

/** A chain that one process keeps: what is true, and how the provider in front of it lies about it. */
export async function openTronChain({ directory, now, usdt = MAINNET_USDT, isManual = false }: TronChainOptions) {
  accountOf(usdt)
  const nowMs = () => now().getTime()
  const file = directory === null ? null : join(directory, 'chain.json')
  const store = await openJsonFile(file, () => genesis(nowMs()))
  // Written at once, so that the first block keeps its time.
  await store.change((state) => state)
  let latestTicks = store.state().ticks
  let changesUnderWay = 0

  // A change is written before it is seen. Until then the head waits, so that no block gets a transaction afterwards.
  function ticks(): number {
    if (!isManual && changesUnderWay === 0) {
      latestTicks = Math.max(latestTicks, ticksAt(store.state().genesisMs, nowMs()))
    }
    return latestTicks
  }

  const head = () => ticks() + store.state().mined.reduce((sum, { count }) => sum + count, 0)
  const solid = () => Math.max(0, head() - BLOCKS_TO_SOLID)

  async function change(step: (state: ChainState) => ChainState): Promise<void> {
    ticks()
    changesUnderWay += 1
    try {
      await store.change((state) => ({ ...step(state), ticks: latestTicks }))
    } finally {
      changesUnderWay -= 1
    }
  }

  async function sendMany(transfers: readonly NewTransfer[], { fails = false } = {}): Promise<string> {
    if (transfers.length === 0) throw new Error('a transaction needs a transfer')
    const txid = randomBytes(32).toString('hex')
    const completed = transfers.map(completedTransfer)
    await change((state) => {
      const sequence = (state.transactions.at(-1)?.sequence ?? 0) + 1
      const transaction = { txid, sequence, block: head() + 1, transfers: completed, isFailed: fails }
      return { ...state, transactions: [...state.transactions, transaction] }
    })
    return txid
  }

  async function mine(count: number): Promise<void> {
    if (!Number.isInteger(count) || count < 1 || count > MOST_MINED) throw new Error(`${count} blocks can't be mined`)
    await change((state) => {
      const atMs = Math.max(nowMs(), timestampOf(state, head()) + 1)
      const mined = { firstBlock: head() + 1, count, ticksBefore: latestTicks, atMs }
      return { ...state, mined: [...state.mined, mined] }
    })
  }

  async function drop(txid: string): Promise<boolean> {
    let isDropped = false
    await change((state) => {
      const dropped = state.transactions.find((one) => one.txid === txid)
      if (!dropped || dropped.block <= solid()) return state
      isDropped = true
      return {
        ...state,
        transactions: state.transactions.filter((one) => one !== dropped),
        reorganisedFrom: [...state.reorganisedFrom, dropped.block],
      }
    })
    return isDropped
  }

  return {
    now,
    contracts: { usdt, fake: FAKE_TOKEN },
    head,
    /** The newest block that can't be replaced any more. */
    solid,
    findBlock: (number: number): Block | null =>
      Number.isInteger(number) && number >= 0 && number <= head() ? blockOf(store.state(), number) : null,
    timestampMs: (block: number) => timestampOf(store.state(), block),
    /** Oldest first, with those that wait for the next block. */
    transactions: () => store.state().transactions,

    /** Puts a transfer into the next block, and says the id of its transaction. */
    send: ({ fails = false, ...transfer }: NewTransfer & { readonly fails?: boolean }) =>
      sendMany([transfer], { fails }),
    sendMany,
    /** Takes a transaction out of the chain, as a reorganisation does; false when it is solid or unknown. */
    drop,
    mine,
    ...createSwitches(solid),
  }
}

const genesis = (genesisMs: number): ChainState => ({
  genesisMs,
  ticks: 0,
  mined: [],
  reorganisedFrom: [],
  transactions: [],
})

function completedTransfer({ to, units, token = 'usdt', from = STRANGER }: NewTransfer): Transfer {
  accountOf(to)
  accountOf(from)
  if (units < 0n || units > MOST_UNITS) throw new Error(`${units} units can't be sent`)
  return { from, to, units, token }
}
