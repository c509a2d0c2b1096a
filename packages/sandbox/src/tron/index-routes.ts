import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { accountOf, readAddress } from './address.ts'
import { badRequest, type IndexPage, isOn, pageOf, type Query, readIndexQuery, readNumber } from './index-query.ts'
import { type IndexedTransfer, indexedTransfers } from './transfer-index.ts'
import type { TronChain } from './tron-chain.ts'

/** The index: fast, and late or wrong at times. Neither listing is proof of anything. */
export const indexRoutes =
  (chain: TronChain): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler<FastifyError>(async (error, _request, reply) => {
      if (error.statusCode !== 400) throw error
      return reply.code(400).send({ success: false, error: error.message, statusCode: 400 })
    })

    app.get<{ Params: { address: string }; Querystring: Query }>(
      '/v1/accounts/:address/transactions/trc20',
      async (request) => {
        const { params, query } = request
        if (readAddress(params.address) === null) throw badRequest('A valid account address is required.')
        const belongs = belongsTo(params.address, query)
        const rows = indexedTransfers(chain, params.address).filter(belongs)
        const page = pageOf(rows, readIndexQuery(pathOf(request), query))
        return answer(chain, request, page, trc20Row)
      },
    )

    app.get<{ Params: { contract: string }; Querystring: Query }>('/v1/contracts/:contract/events', async (request) => {
      const { params, query } = request
      if (readAddress(params.contract) === null) throw badRequest('A valid contract address is required.')
      const block = readNumber(query, 'block_number')
      const { event_name = 'Transfer' } = query
      const rows = indexedTransfers(chain).filter(
        (row) => row.contract === params.contract && (block ?? row.block) === row.block && event_name === 'Transfer',
      )
      return answer(chain, request, pageOf(rows, readIndexQuery(pathOf(request), query)), eventRow)
    })
  }

function belongsTo(account: string, query: Query): (row: IndexedTransfer) => boolean {
  const { contract_address } = query
  if (contract_address !== undefined && readAddress(String(contract_address)) === null) {
    throw badRequest('Invalid contract_address provided')
  }
  const onlyTo = isOn(query, 'only_to')
  const onlyFrom = isOn(query, 'only_from')
  return ({ from, to, contract }) => {
    if (contract_address !== undefined && contract !== contract_address) return false
    if (onlyTo === onlyFrom) return true
    return (onlyTo ? to : from) === account
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? url

function answer(
  chain: TronChain,
  request: FastifyRequest,
  { rows, fingerprint }: IndexPage,
  present: (row: IndexedTransfer) => object,
) {
  const data = (chain.behaviour().reorders ? mixed(rows) : rows).map(present)
  return {
    data,
    success: true,
    meta: {
      at: chain.now().getTime(),
      page_size: data.length,
      ...(fingerprint !== null && { fingerprint, links: { next: nextUrl(request, fingerprint) } }),
    },
  }
}

function nextUrl(request: FastifyRequest, fingerprint: string): string {
  const url = new URL(request.url, `${request.protocol}://${request.host}`)
  url.searchParams.set('fingerprint', fingerprint)
  return url.href
}

/** Every second row, then the others: never in order when there are two. */
const mixed = <Row>(rows: readonly Row[]): Row[] => [
  ...rows.filter((_, index) => index % 2 === 1),
  ...rows.filter((_, index) => index % 2 === 0),
]

/** Without block, log or outcome, as the provider leaves them out. Fake tokens call themselves the same. */
const trc20Row = ({ txid, contract, timestampMs, from, to, units }: IndexedTransfer) => ({
  transaction_id: txid,
  token_info: { symbol: 'USDT', address: contract, decimals: 6, name: 'Tether USD' },
  block_timestamp: timestampMs,
  from,
  to,
  type: 'Transfer',
  value: String(units),
})

function eventRow({ txid, block, timestampMs, contract, log, from, to, units, isConfirmed }: IndexedTransfer) {
  const [sender, receiver, value] = [`0x${accountOf(from)}`, `0x${accountOf(to)}`, String(units)]
  return {
    block_number: block,
    block_timestamp: timestampMs,
    caller_contract_address: contract,
    contract_address: contract,
    event_index: log,
    event_name: 'Transfer',
    result: { '0': sender, '1': receiver, '2': value, from: sender, to: receiver, value },
    result_type: { from: 'address', to: 'address', value: 'uint256' },
    event: 'Transfer(address indexed from, address indexed to, uint256 value)',
    transaction_id: txid,
    ...(!isConfirmed && { _unconfirmed: true }),
  }
}
