import { createHash } from 'node:crypto'
import { timestampOf } from './block-times.ts'
import type { ChainState, ChainTransaction } from './chain-state.ts'

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
