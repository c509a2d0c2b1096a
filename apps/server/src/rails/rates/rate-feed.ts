import * as z from 'zod/mini'
import { fetchOutside } from '../../platform/http/fetch-outside.ts'

export interface FeedRate {
  readonly coin: string
  readonly currencyCode: string
  readonly rate: string
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
const RATE = /^\d{1,12}(\.\d{1,12})?$/

/** `{ "at": 1700000000, "rates": { "USDT": { "UZS": "12650.50" } } }`: decimals as text, so that no digit is lost. */
const Answer = z.object({
  at: z.int().check(z.minimum(0)),
  rates: z.record(
    z.string().check(z.regex(/^[A-Z0-9]{2,10}$/)),
    z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), z.string().check(z.regex(RATE))),
  ),
})

/** `at` is by the feed's own clock. */
export async function readRateFeed(url: string) {
  const headers = { accept: 'application/json' }
  const { status, text } = await fetchOutside({ url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
  if (status !== 200) throw new Error(`the rate feed answered with status ${status}`)
  const { at, rates } = z.parse(Answer, JSON.parse(text))
  return {
    at: new Date(at * 1000),
    rates: Object.entries(rates).flatMap(([coin, prices]) =>
      Object.entries(prices).map(([currencyCode, rate]): FeedRate => ({ coin, currencyCode, rate })),
    ),
  }
}
