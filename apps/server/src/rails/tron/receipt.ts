import * as z from 'zod/mini'
import { readAddress } from './tron-address.ts'

const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const WORD = /^[0-9a-f]{64}$/i

export interface TokenTransfer {
  /** Among all logs of the transaction. */
  readonly logIndex: number
  readonly contract: string
  readonly from: string
  readonly to: string
  readonly units: bigint
}

export interface Receipt {
  readonly txid: string
  readonly blockNumber: number
  readonly isSuccess: boolean
  readonly transfers: readonly TokenTransfer[]
}

const Log = z.object({ address: z.string(), topics: z.optional(z.array(z.string())), data: z.optional(z.string()) })

const TransactionInfo = z.object({
  id: z.string(),
  blockNumber: z.int(),
  result: z.optional(z.string()),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z.optional(z.array(Log)),
})

/** Null when the provider does not know the transaction. Ignores the contract's return value: USDT returns false on success. */
export function readReceipt(answer: unknown, txid: string): Receipt | null {
  const isEmpty = typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0
  if (isEmpty && !Array.isArray(answer)) return null
  const info = z.parse(TransactionInfo, answer)
  if (info.id.toLowerCase() !== txid) throw new Error('the receipt belongs to another transaction')
  return {
    txid,
    blockNumber: info.blockNumber,
    isSuccess: info.receipt?.result === 'SUCCESS' && info.result !== 'FAILED',
    transfers: (info.log ?? []).flatMap((log, logIndex) => {
      const transfer = readTransfer(log)
      return transfer ? [{ logIndex, ...transfer }] : []
    }),
  }
}

function readTransfer({ address, topics = [], data = '' }: z.infer<typeof Log>) {
  const [event, from = '', to = ''] = topics
  // TRC-721 tokens have a fourth topic and no data; they are not counted.
  if (event?.toLowerCase() !== TRANSFER_TOPIC || topics.length !== 3) return null
  if (!WORD.test(from) || !WORD.test(to) || !WORD.test(data)) return null
  const contract = readAddress(address)
  const sender = readAddress(from.slice(-40))
  const receiver = readAddress(to.slice(-40))
  if (!contract || !sender || !receiver) return null
  return { contract, from: sender, to: receiver, units: BigInt(`0x${data}`) }
}

export const isSameReceipt = (one: Receipt, other: Receipt) => canonicalText(one) === canonicalText(other)

const canonicalText = ({ txid, blockNumber, isSuccess, transfers }: Receipt) =>
  JSON.stringify([
    txid,
    blockNumber,
    isSuccess,
    transfers.map(({ logIndex, contract, from, to, units }) => [logIndex, contract, from, to, units.toString()]),
  ])
