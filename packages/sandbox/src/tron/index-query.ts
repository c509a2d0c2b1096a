import { createHash } from 'node:crypto'
import { comparePlaces, type IndexedTransfer, type Place } from './transfer-index.ts'

const USUAL_LIMIT = 20
const MOST_ROWS = 200

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

interface IndexQuery {
  readonly matches: (row: IndexedTransfer) => boolean
  readonly isAscending: boolean
  readonly limit: number
  readonly after: Place | null
  /** Identifies the filters: a fingerprint is worth nothing with others. */
  readonly filters: string
}

export interface IndexPage {
  readonly rows: readonly IndexedTransfer[]
  /** Null on the last page. */
  readonly fingerprint: string | null
}

export const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

/** What the two listings of the index have in common. */
export function readIndexQuery(path: string, query: Query): IndexQuery {
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
    matches: ({ isConfirmed, timestampMs }) =>
      // Asking for both is asking for all, as the provider says of its filters.
      (wantsConfirmed === wantsUnconfirmed || wantsConfirmed === isConfirmed) &&
      timestampMs >= minMs &&
      timestampMs <= maxMs,
    isAscending: readOrder(query),
    limit: limit === undefined ? USUAL_LIMIT : readLimit(query),
    after: fingerprint === undefined ? null : readFingerprint(filters, fingerprint),
    filters,
  }
}

export const isOn = (query: Query, name: string): boolean => query[name] === 'true'

export function readNumber(query: Query, name: string): number | null {
  const text = query[name]
  if (text === undefined) return null
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw badRequest(`Invalid ${name} provided`)
  return Number(text)
}

/** The asked page of the rows, which are given oldest first. */
export function pageOf(rows: readonly IndexedTransfer[], asked: IndexQuery): IndexPage {
  const { matches, isAscending, limit, after, filters } = asked
  const matching = rows.filter(matches)
  const ordered = isAscending ? matching : matching.toReversed()
  const direction = isAscending ? 1 : -1
  const left = after ? ordered.filter(({ place }) => comparePlaces(place, after) * direction > 0) : ordered
  const page = left.slice(0, limit)
  const last = page.at(-1)
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
