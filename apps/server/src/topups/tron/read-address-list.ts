import type { Hint, TronApi } from '../../rails/tron/tron-api.ts'
import { countOthers } from './other-tokens.ts'
import { rememberHints } from './remember-hints.ts'
import type { WatchServices } from './services.ts'

/** At one look, of an address that got more than one page. What is left is read at its next turn. */
const USDT_PAGES = 10
const OTHER_PAGES = 2

/** How far the lists of an address have been read, in milliseconds. */
export interface Reading {
  readonly address: string
  readonly sinceMs: number
  readonly endMs: number
  /** Null while one page holds all that came to the address. */
  readonly othersFromMs: number | null
  /** The newest transfer of another token that was counted. */
  readonly countedMs: number
}

interface Read {
  /** Where the reading of USDT goes on; null when it came to its end. */
  readonly listFromMs: number | null
  readonly othersFromMs: number | null
  readonly countedMs: number
}

/**
 * Mostly one page holds everything. Where it does not, USDT is read from a list of its own, so that no flood of worthless
 * tokens stands before it, and the worthless ones a little at a time.
 */
export async function readAddressList(services: WatchServices, api: TronApi, reading: Reading): Promise<Read> {
  let { othersFromMs, countedMs } = reading
  if (othersFromMs === null) {
    const first = await readAny(services, api, { ...reading, fromMs: reading.sinceMs, pages: 1 })
    countedMs = Math.max(countedMs, first.doneMs)
    if (first.isLast) return { listFromMs: null, othersFromMs: null, countedMs }
    othersFromMs = countedMs + 1
  }
  const listFromMs = await readUsdt(services, api, reading)
  const others = await readAny(services, api, { ...reading, countedMs, fromMs: othersFromMs, pages: OTHER_PAGES })
  countedMs = Math.max(countedMs, others.doneMs)
  return { listFromMs, othersFromMs: others.isLast ? null : countedMs + 1, countedMs }
}

/** A row that says it is of the future says nothing about how far the list was read. */
const newest = (times: readonly number[], { endMs }: Reading, floorMs: number) =>
  times.reduce((seenMs, time) => (time <= endMs && time > seenMs ? time : seenMs), floorMs)

/** Of every token: USDT is followed, the others are counted. Everything up to `doneMs` is done then. */
async function readAny(
  services: WatchServices,
  api: TronApi,
  reading: Reading & { fromMs: number; pages: number },
): Promise<{ isLast: boolean; doneMs: number }> {
  const { address, fromMs, countedMs, pages } = reading
  const hints: Hint[] = []
  let seenMs = fromMs
  let from: string | null = null
  let isLast = false
  for (let count = 0; count < pages && !isLast; count++) {
    const page = await api.transfersTo(address, { sinceMs: fromMs, from })
    hints.push(...page.hints)
    seenMs = newest(page.times, reading, seenMs)
    isLast = page.next === null || page.next === from
    from = page.next
  }
  // A moment that is cut in two is left to the next reading. One that fills all the pages is not read to its end.
  const doneMs = isLast ? seenMs : Math.max(fromMs, seenMs - 1)
  const isUsdt = ({ contract }: Hint) => contract === services.tron.usdt
  await services.db.transaction(async (tx) => {
    await rememberHints(tx, services, hints.filter(isUsdt))
    const others = hints.filter((hint) => !isUsdt(hint) && hint.atMs <= doneMs)
    await countOthers(tx, services, { address, hints: others, countedMs })
  })
  return { isLast, doneMs }
}

/** Where to go on; null when it was read to its end. */
async function readUsdt(services: WatchServices, api: TronApi, reading: Reading): Promise<number | null> {
  const { address, sinceMs } = reading
  let seenMs = sinceMs
  let from: string | null = null
  for (let count = 0; count < USDT_PAGES; count++) {
    const page = await api.transfersTo(address, { sinceMs, from }, services.tron.usdt)
    // A provider may pay no heed to what was asked for.
    const hints = page.hints.filter(({ contract }) => contract === null || contract === services.tron.usdt)
    await services.db.transaction((tx) => rememberHints(tx, services, hints))
    seenMs = newest(page.times, reading, seenMs)
    if (page.next === null || page.next === from) return null
    from = page.next
  }
  // The feed of all transfers finds USDT too, should a moment of it be passed over here.
  return Math.max(seenMs, sinceMs + 1)
}
