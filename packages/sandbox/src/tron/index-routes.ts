import { createHash } from 'node:crypto'
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { badRequest } from '../page/forms.ts'
import { accountOf, readAddress } from './address.ts'
import { comparePlaces, type IndexedTransfer, indexedTransfers, type Place } from './transfer-index.ts'
import type { TronChain } from './tron-chain.ts'

const USUAL_LIMIT = 20
const MOST_ROWS = 200

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** What the two listings of the index have in common. */
function readIndexQuery(path: string, query: Query) {
  const { limit, fingerprint, ...rest } = query
  const filters = createHash('sha256')
    .update(JSON.stringify([path, rest]))
    .digest('base64url')
    .slice(0, 12)
  const wantsConfirmed = isOn(query, 'only_confirmed')
  const wantsUnconfirmed = isOn(query, 'only_unconfirmed')
  const minMs = readNumber(query, 'min_timestamp') ?? readNumber(query, 'min_block_timestamp') ?? 0
  const maxMs = readNumber(query, 'max_timestamp') ?? readNumber(query, 'max_block_timestamp') ?? Infinity
  return {
    matches: ({ isConfirmed, timestampMs }: IndexedTransfer) =>
      // Asking for both is asking for all, as the provider says of its filters.
      (wantsConfirmed === wantsUnconfirmed || wantsConfirmed === isConfirmed) &&
      timestampMs >= minMs &&
      timestampMs <= maxMs,
    isAscending: readOrder(query),
    limit: limit === undefined ? USUAL_LIMIT : readLimit(query),
    after: fingerprint === undefined ? null : readFingerprint(filters, fingerprint),
    /** Identifies the filters: a fingerprint is worth nothing with others. */
    filters,
  }
}

const isOn = (query: Query, name: string): boolean => query[name] === 'true'

function readNumber(query: Query, name: string): number | null {
  const text = query[name]
  if (text === undefined) return null
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw badRequest(`Invalid ${name} provided`)
  return Number(text)
}

/** The requested page of the rows, which are given oldest first. */
function pageOf(rows: readonly IndexedTransfer[], query: ReturnType<typeof readIndexQuery>) {
  const { matches, isAscending, limit, after, filters } = query
  const matching = rows.filter(matches)
  const ordered = isAscending ? matching : matching.toReversed()
  const direction = isAscending ? 1 : -1
  const left = after ? ordered.filter(({ place }) => comparePlaces(place, after) * direction > 0) : ordered
  const page = left.slice(0, limit)
  const last = page.at(-1)
  // Null on the last page.
  const fingerprint = last && left.length > limit ? writeFingerprint(filters, last.place) : null
  return { rows: page, fingerprint }
}

function readLimit(query: Query): number {
  const limit = readNumber(query, 'limit')
  if (limit === null || limit === 0) throw badRequest('Invalid limit provided')
  return Math.min(limit, MOST_ROWS)
}

function readOrder({ order_by = 'block_timestamp,desc' }: Query): boolean {
  const [, direction] = (typeof order_by === 'string' && /^(?:block_)?timestamp,(asc|desc)$/.exec(order_by)) || []
  if (direction === undefined) throw badRequest('Invalid order_by provided')
  return direction === 'asc'
}

const writeFingerprint = (filters: string, place: Place): string =>
  Buffer.from([filters, ...place].join(' ')).toString('base64url')

function readFingerprint(filters: string, fingerprint: string | readonly string[]): Place {
  const [of, ...numbers] = Buffer.from(String(fingerprint), 'base64url').toString().split(' ')
  const [block, sequence, log, copy] = numbers.map(Number)
  const isWhole = [block, sequence, log, copy].every(Number.isInteger)
  if (of !== filters || !isWhole) throw badRequest('Invalid fingerprint provided')
  return [block ?? 0, sequence ?? 0, log ?? 0, copy ?? 0]
}

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
  { rows, fingerprint }: ReturnType<typeof pageOf>,
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
