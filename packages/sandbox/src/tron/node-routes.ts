import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isRecord } from '../page/is-record.ts'
import { blockAnswer, receiptAnswer } from './node-answers.ts'
import type { TronChain } from './tron-chain.ts'

type Asked = Readonly<Record<string, unknown>>

/** The full node: `/wallet` answers up to the head, `/walletsolidity` up to the final block. Unknown is `{}`. */
export const nodeRoutes =
  (chain: TronChain): FastifyPluginAsync =>
  async (app) => {
    // The node reads every body as JSON, under any content type.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    const views = { '/wallet': chain.head, '/walletsolidity': chain.solid }
    for (const [root, newest] of Object.entries(views)) {
      for (const [name, answer] of Object.entries(questions(chain, newest))) {
        app.route({
          method: ['GET', 'POST'],
          url: `${root}/${name}`,
          handler: async (request) => {
            if (chain.behaviour().errors200) return nodeError('java.lang.IllegalStateException', 'out of order')
            const asked = readAsked(request)
            return asked ? answer(asked) : nodeError('com.alibaba.fastjson.JSONException', 'syntax error')
          },
        })
      }
    }
  }

/** Every question, answered up to the newest block that may be shown. */
function questions(chain: TronChain, newest: () => number): Record<string, (asked: Asked) => unknown> {
  const blockUpTo = (number: number) => (number <= newest() ? chain.findBlock(number) : null)
  return {
    getnowblock: () => {
      const block = blockUpTo(newest())
      return block ? blockAnswer(block, chain.contracts) : {}
    },
    getblockbynum: ({ num }) => {
      const block = blockUpTo(Number(num ?? 0))
      return block ? blockAnswer(block, chain.contracts) : {}
    },
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

function readAsked({ method, query, body }: FastifyRequest): Asked | null {
  if (method === 'GET') return isRecord(query) ? query : {}
  if (typeof body !== 'string' || body.trim() === '') return {}
  try {
    const asked: unknown = JSON.parse(body)
    return isRecord(asked) ? asked : null
  } catch {
    return null
  }
}

const nodeError = (what: string, why: string) => ({ Error: `class ${what} : ${why}` })
