import { parseMinor } from '@cashbox/contract'
import { sql, type Tx } from '../../platform/database/database.ts'
import type { Hint, TronApi } from '../../rails/tron/tron-api.ts'
import { countOtherTokens } from './other-tokens.ts'
import { UNITS_PER_MINOR, type WatchServices } from './services.ts'

/** How far the lists of an address have been read, in milliseconds. */
interface Reading {
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

/** At one look, of an address that got more than one page. What is left is read at its next turn. */
const USDT_PAGES = 10
const OTHER_PAGES = 2

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
    await saveHints(tx, services, hints.filter(isUsdt))
    const others = hints.filter((hint) => !isUsdt(hint) && hint.atMs <= doneMs)
    await countOtherTokens(tx, services, { address, hints: others, countedMs })
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
    await services.db.transaction((tx) => saveHints(tx, services, hints))
    seenMs = newest(page.times, reading, seenMs)
    if (page.next === null || page.next === from) return null
    from = page.next
  }
  // The feed of all transfers finds USDT too, should a moment of it be passed over here.
  return Math.max(seenMs, sinceMs + 1)
}

/**
 * Notes transactions that may be for us. One that was given up is followed again when a provider reports it again. One
 * that brings our agents less than the minimum, as the index says, is small: it is followed like any other, but later.
 */
export async function saveHints(tx: Tx, { clock, tron }: WatchServices, hints: readonly Hint[]): Promise<void> {
  if (hints.length === 0) return
  const now = clock.now()
  const minimum = (parseMinor(tron.minimumDeposit) ?? 0n) * UNITS_PER_MINOR
  await tx.execute(sql`
    insert into tron_transaction as known (chain, txid, found_at, next_look_at, is_small)
    select ${tron.chain}, txid, ${now}::timestamptz, ${now}::timestamptz,
           bool_and(units is not null) and coalesce(sum(units), 0) < ${minimum.toString()}::numeric
    from unnest(${hints.map(({ txid }) => txid)}::text[], ${hints.map(({ to }) => to)}::text[],
                ${hints.map(({ units }) => units?.toString() ?? null)}::numeric[]) as hint (txid, address, units)
    where exists (select 1 from tron_address where address = hint.address)
    group by txid
    on conflict (chain, txid) do update set state = 'open', is_small = excluded.is_small,
      found_at = case known.state when 'open' then known.found_at else excluded.found_at end,
      next_look_at = case known.state when 'open' then known.next_look_at else excluded.next_look_at end
      where known.state = 'gone' or (known.state = 'open' and known.is_small and not excluded.is_small)`)
}
