import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { TronProviderConfig } from '../../platform/config.ts'
import { fetchOutside, type OutsideAnswer } from '../../platform/http/fetch-outside.ts'
import { readReceipt } from './receipt.ts'
import { readAddress } from './tron-address.ts'

const TIMEOUT_MS = 10_000
/** The receipt of a large transaction has thousands of logs. */
const MAX_BYTES = 16 * 1024 * 1024
const PAGE_SIZE = '200'
/** Rate limits are per second, so a short wait is often enough. */
const THROTTLE_WAIT_MS = 250
const TXID = /^[0-9a-f]{64}$/

/** The provider gave no valid answer: nothing is known about the money. */
export class ProviderFailure extends Error {
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** A row of the index: a reason to read the receipt, never a reason to credit. */
export interface Hint {
  readonly txid: string
  readonly to: string
  readonly atMs: number
  /** The token's contract; null if the index does not name it. */
  readonly contract: string | null
  /** In the token's smallest unit; null if the index does not say. */
  readonly units: bigint | null
}

export interface HintPage {
  readonly hints: readonly Hint[]
  /** Of all rows, including those that are not hints. */
  readonly times: readonly number[]
  /** Null on the last page. */
  readonly next: string | null
}

export interface Window {
  readonly sinceMs: number
  readonly untilMs?: number
  readonly from?: string | null
}

export type TronApi = ReturnType<typeof createTronApi>

const Meta = z.object({ fingerprint: z.optional(z.string()) })
const Rows = <Row extends z.ZodMiniType>(row: Row) => z.object({ data: z.array(row), meta: z.optional(Meta) })

// Anyone can create a token with arbitrary data, so one unreadable row must not make the page unreadable.
const Event = z.object({
  transaction_id: z.string(),
  block_timestamp: z.int(),
  event_name: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
})

const AccountRow = z.object({
  transaction_id: z.string(),
  block_timestamp: z.int(),
  token_info: z.optional(z.unknown()),
  type: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
  value: z.optional(z.unknown()),
})

const EventResult = z.object({ to: z.string(), value: z.optional(z.unknown()) })
const TokenInfo = z.object({ address: z.string() })

const Block = z.object({ block_header: z.object({ raw_data: z.object({ number: z.int(), timestamp: z.int() }) }) })

/** A provider with the TronGrid API. */
export function createTronApi(provider: TronProviderConfig) {
  const { apiKey } = provider
  const send = (path: string, body: object | undefined) =>
    fetchOutside({
      url: `${provider.url}${path}`,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(apiKey === null ? {} : { 'tron-pro-api-key': apiKey }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    }).catch((error: unknown) => {
      throw new ProviderFailure(error instanceof Error ? error.message : String(error))
    })

  async function ask(path: string, body?: object): Promise<unknown> {
    let answer = await send(path, body)
    if (isThrottled(answer)) {
      await wait(THROTTLE_WAIT_MS)
      answer = await send(path, body)
    }
    if (answer.status !== 200) throw new ProviderFailure(`answered with status ${answer.status}`, retryAfterMs(answer))
    return parse(answer.text)
  }

  const read = <Shape extends z.ZodMiniType>(shape: Shape, answer: unknown): z.output<Shape> => {
    const parsed = z.safeParse(shape, answer)
    if (!parsed.success) throw new ProviderFailure('answered in an unknown form')
    return parsed.data
  }

  const blockOf = async (path: string) => {
    const { number, timestamp } = read(Block, await ask(path, {})).block_header.raw_data
    return { number, timestampMs: timestamp }
  }

  return {
    /** Two URLs of one host count as one provider. */
    get host() {
      return new URL(provider.url).host
    },
    headBlock: () => blockOf('/wallet/getnowblock'),
    /** The last final block. */
    solidBlock: () => blockOf('/walletsolidity/getnowblock'),

    async receipt(txid: string, finality: 'head' | 'solid') {
      const node = finality === 'solid' ? 'walletsolidity' : 'wallet'
      const answer = await ask(`/${node}/gettransactioninfobyid`, { value: txid })
      try {
        return readReceipt(answer, txid)
      } catch (error) {
        throw new ProviderFailure(error instanceof Error ? error.message : String(error))
      }
    },

    /** All transfers of a token, oldest first, including those that are not final. */
    async transfersOf(contract: string, { sinceMs, untilMs, from }: Window): Promise<HintPage> {
      const query = new URLSearchParams({
        event_name: 'Transfer',
        order_by: 'block_timestamp,asc',
        limit: PAGE_SIZE,
        min_block_timestamp: String(sinceMs),
        ...(untilMs === undefined ? {} : { max_block_timestamp: String(untilMs) }),
        ...(from ? { fingerprint: from } : {}),
      })
      const { data, meta } = read(Rows(Event), await ask(`/v1/contracts/${contract}/events?${query.toString()}`))
      return pageOf(
        data.map((row) => ({ ...row, ...(row.event_name === 'Transfer' ? transferIn(row.result) : { to: null }) })),
        meta?.fingerprint,
      )
    },

    /** Transfers to one address, of one token or of any, oldest first. */
    async transfersTo(address: string, { sinceMs, from }: Window, contract?: string): Promise<HintPage> {
      const query = new URLSearchParams({
        only_to: 'true',
        order_by: 'block_timestamp,asc',
        limit: PAGE_SIZE,
        min_timestamp: String(sinceMs),
        ...(contract === undefined ? {} : { contract_address: contract }),
        ...(from ? { fingerprint: from } : {}),
      })
      const answer = await ask(`/v1/accounts/${address}/transactions/trc20?${query.toString()}`)
      const { data, meta } = read(Rows(AccountRow), answer)
      const isTransfer = (row: z.infer<typeof AccountRow>) =>
        row.type === 'Transfer' && typeof row.value === 'string' && !/^0*$/.test(row.value)
      return pageOf(
        data.map((row) => ({ ...row, to: isTransfer(row) ? row.to : null, contract: contractOf(row.token_info) })),
        meta?.fingerprint,
      )
    },
  }
}

interface Row {
  readonly transaction_id: string
  readonly block_timestamp: number
  readonly to: unknown
  readonly value?: unknown
  readonly contract?: string | null
}

function transferIn(result: unknown) {
  const parsed = z.safeParse(EventResult, result)
  return parsed.success ? parsed.data : { to: null }
}

/** A 256-bit amount has at most 78 digits. */
const unitsOf = (value: unknown) => (typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : null)

function contractOf(tokenInfo: unknown): string | null {
  const parsed = z.safeParse(TokenInfo, tokenInfo)
  return parsed.success ? readAddress(parsed.data.address) : null
}

function pageOf(rows: readonly Row[], next: string | undefined): HintPage {
  return {
    hints: rows.flatMap((row) => {
      const txid = row.transaction_id.toLowerCase()
      const to = typeof row.to === 'string' ? readAddress(row.to) : null
      return to !== null && TXID.test(txid)
        ? [{ txid, to, atMs: row.block_timestamp, contract: row.contract ?? null, units: unitsOf(row.value) }]
        : []
    }),
    times: rows.map((row) => row.block_timestamp),
    next: next || null,
  }
}

function parse(text: string): unknown {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new ProviderFailure('the answer is not JSON')
  }
  // Full nodes report errors with status 200.
  if (typeof answer === 'object' && answer !== null && 'Error' in answer) {
    throw new ProviderFailure(String(answer.Error).slice(0, 200))
  }
  return answer
}

/** Too fast, without a word on how long to stay away. */
const isThrottled = (response: OutsideAnswer) =>
  [429, 403].includes(response.status) && !response.headers.has('retry-after')

function retryAfterMs(response: OutsideAnswer): number | null {
  const header = response.headers.get('retry-after')?.trim() ?? ''
  return /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null
}
