import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isRecord, takeText } from '../page/forms.ts'
import { accountOf, addressOf } from './address.ts'
import type { Block, ChainTransaction, Transfer } from './chain-state.ts'
import type { TronChain } from './tron-chain.ts'

type Contracts = TronChain['contracts']

const TRANSFER_EVENT = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_CALL = 'a9059cbb'
const FEE_LIMIT = 100_000_000
const EXPIRES_AFTER_MS = 60_000

// Made up: several transfers in one transaction go through another contract.
const MANY_SENDER = addressOf('3a'.repeat(20))
const WITNESS = `41${'17'.repeat(20)}`

const blockAnswer = (block: Block, contracts: Contracts) => ({
  blockID: block.id,
  block_header: {
    raw_data: {
      number: block.number,
      txTrieRoot: sha256(block.transactions.map(({ txid }) => txid).join('')),
      witness_address: WITNESS,
      parentHash: block.parentId,
      version: 31,
      timestamp: block.timestampMs,
    },
    witness_signature: '00'.repeat(65),
  },
  ...(block.transactions.length > 0 && {
    transactions: block.transactions.map((transaction) => callAnswer(transaction, block, contracts)),
  }),
})

/** What became of a transaction. With `isVisible`, addresses are text instead of hex. */
function receiptAnswer(
  { txid, transfers, isFailed }: ChainTransaction,
  block: Pick<Block, 'number' | 'timestampMs'>,
  contracts: Contracts,
  isVisible: boolean,
) {
  const contract = calledContract(transfers, contracts)
  return {
    id: txid,
    fee: 13_844_850,
    blockNumber: block.number,
    blockTimeStamp: block.timestampMs,
    // USDT on Tron returns false from a transfer that succeeds.
    contractResult: [isFailed ? '' : word('')],
    contract_address: isVisible ? contract : `41${accountOf(contract)}`,
    receipt: {
      energy_fee: 13_499_850,
      energy_usage_total: 64_285,
      net_usage: 345,
      result: isFailed ? 'OUT_OF_ENERGY' : 'SUCCESS',
    },
    ...(isFailed
      ? { result: 'FAILED', resMessage: Buffer.from('Out of energy').toString('hex') }
      : { log: transfers.map((transfer) => logOf(transfer, contracts, isVisible)) }),
  }
}

const logOf = ({ from, to, units, token }: Transfer, contracts: Contracts, isVisible: boolean) => ({
  address: isVisible ? contracts[token] : accountOf(contracts[token]),
  topics: [TRANSFER_EVENT, word(accountOf(from)), word(accountOf(to))],
  data: word(units.toString(16)),
})

const callAnswer = ({ txid, transfers, isFailed }: ChainTransaction, block: Block, contracts: Contracts) => ({
  ret: [{ contractRet: isFailed ? 'OUT_OF_ENERGY' : 'SUCCESS' }],
  signature: ['00'.repeat(65)],
  txID: txid,
  raw_data: {
    contract: [
      {
        parameter: {
          value: {
            data: callData(transfers),
            owner_address: `41${accountOf(transfers[0]?.from ?? '')}`,
            contract_address: `41${accountOf(calledContract(transfers, contracts))}`,
          },
          type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
        },
        type: 'TriggerSmartContract',
      },
    ],
    ref_block_bytes: block.parentId.slice(12, 16),
    ref_block_hash: block.parentId.slice(16, 32),
    expiration: block.timestampMs + EXPIRES_AFTER_MS,
    fee_limit: FEE_LIMIT,
    timestamp: block.timestampMs,
  },
})

function calledContract([first, ...others]: readonly Transfer[], contracts: Contracts): string {
  return first && others.length === 0 ? contracts[first.token] : MANY_SENDER
}

const callData = (transfers: readonly Transfer[]): string =>
  TRANSFER_CALL + transfers.map(({ to, units }) => word(accountOf(to)) + word(units.toString(16))).join('')

const word = (hex: string): string => hex.padStart(64, '0')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

type Input = Readonly<Record<string, unknown>>

/** The full node: `/wallet` answers up to the head, `/walletsolidity` up to the final block. Unknown is `{}`. */
export const nodeRoutes =
  (chain: TronChain): FastifyPluginAsync =>
  async (app) => {
    // The node reads every body as JSON, under any content type.
    takeText(app)

    const views = { '/wallet': chain.head, '/walletsolidity': chain.solid }
    for (const [root, newest] of Object.entries(views)) {
      for (const [name, answer] of Object.entries(questions(chain, newest))) {
        app.route({
          method: ['GET', 'POST'],
          url: `${root}/${name}`,
          handler: async (request) => {
            if (chain.behaviour().errors200) return nodeError('java.lang.IllegalStateException', 'out of order')
            const input = readInput(request)
            return input ? answer(input) : nodeError('com.alibaba.fastjson.JSONException', 'syntax error')
          },
        })
      }
    }
  }

function questions(chain: TronChain, newest: () => number): Record<string, (input: Input) => unknown> {
  const blockUpTo = (number: number) => (number <= newest() ? chain.findBlock(number) : null)
  const answerBlock = (number: number) => {
    const block = blockUpTo(number)
    return block ? blockAnswer(block, chain.contracts) : {}
  }
  return {
    getnowblock: () => answerBlock(newest()),
    getblockbynum: ({ num }) => answerBlock(Number(num ?? 0)),
    gettransactioninfobyid: ({ value, visible }) => {
      const transaction = chain.transactions().find(({ txid }) => txid === value)
      const block = transaction ? blockUpTo(transaction.block) : null
      return transaction && block ? receiptAnswer(transaction, block, chain.contracts, isTrue(visible)) : {}
    },
    gettransactioninfobyblocknum: ({ num, visible }) => {
      const number = Number(num ?? 0)
      if (number <= 0) return {}
      const block = blockUpTo(number)
      if (!block) return []
      return block.transactions.map((one) => receiptAnswer(one, block, chain.contracts, isTrue(visible)))
    },
  }
}

// A boolean in JSON, a word in a query.
const isTrue = (value: unknown): boolean => value === true || value === 'true'

function readInput({ method, query, body }: FastifyRequest): Input | null {
  if (method === 'GET') return isRecord(query) ? query : {}
  if (typeof body !== 'string' || body.trim() === '') return {}
  try {
    const input: unknown = JSON.parse(body)
    return isRecord(input) ? input : null
  } catch {
    return null
  }
}

const nodeError = (what: string, why: string) => ({ Error: `class ${what} : ${why}` })
