import { sql, type Tx } from '@cashbox/postgres/database'
import type { Hint, TronApi } from '../../rails/tron/tron-api.ts'
import { countOtherTokens } from './arrivals.ts'
import { minimumUnits, type TronWatch } from './tron-watch.ts'

/** How far the lists of an address have been read. */
interface ReadState {
  readonly address: string
  readonly sinceMs: number
  readonly endMs: number
  /** Null while one page lists all transfers to the address. */
  readonly othersFromMs: number | null
  /** The newest transfer of another token that was counted. */
  readonly countedMs: number
}

interface ReadResult {
  /** Where to continue with USDT; null when the list was read to its end. */
  readonly listFromMs: number | null
  readonly othersFromMs: number | null
  readonly countedMs: number
}

/** Pages per check, for addresses with more than one page. */
const USDT_PAGES = 10
const OTHER_PAGES = 2

/** If one page does not list everything, USDT is read from its own list, so that worthless tokens can't delay it. */
export async function readAddressList(services: TronWatch, api: TronApi, reading: ReadState): Promise<ReadResult> {
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

/** Ignores rows with a time in the future. */
const newest = (times: readonly number[], { endMs }: ReadState, floorMs: number) =>
  times.reduce((seenMs, time) => (time <= endMs && time > seenMs ? time : seenMs), floorMs)

/** Reads all tokens: follows USDT and counts the others. Everything up to `doneMs` has been read. */
async function readAny(services: TronWatch, api: TronApi, reading: ReadState & { fromMs: number; pages: number }) {
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
  // The last moment may continue on the next page, so it is read again. If one moment fills all pages, the rest is skipped.
  const doneMs = isLast ? seenMs : Math.max(fromMs, seenMs - 1)
  const isUsdt = ({ contract }: Hint) => contract === services.tron.usdt
  await services.db.transaction(async (tx) => {
    await saveHints(tx, services, hints.filter(isUsdt))
    const others = hints.filter((hint) => !isUsdt(hint) && hint.atMs <= doneMs)
    await countOtherTokens(tx, services, { address, hints: others, countedMs })
  })
  return { isLast, doneMs }
}

/** Returns where to continue; null at the end of the list. */
async function readUsdt(services: TronWatch, api: TronApi, reading: ReadState): Promise<number | null> {
  const { address, sinceMs } = reading
  let seenMs = sinceMs
  let from: string | null = null
  for (let count = 0; count < USDT_PAGES; count++) {
    const page = await api.transfersTo(address, { sinceMs, from }, services.tron.usdt)
    // A provider can ignore the contract filter.
    const hints = page.hints.filter(({ contract }) => contract === null || contract === services.tron.usdt)
    await services.db.transaction((tx) => saveHints(tx, services, hints))
    seenMs = newest(page.times, reading, seenMs)
    if (page.next === null || page.next === from) return null
    from = page.next
  }
  // If this skips rows of one moment, the feed of all transfers still finds them.
  return Math.max(seenMs, sinceMs + 1)
}

/** Saves transactions to follow, also abandoned ones that are reported again. Those below the minimum come later. */
export async function saveHints(tx: Tx, services: TronWatch, hints: readonly Hint[]): Promise<void> {
  const { clock, tron } = services
  if (hints.length === 0) return
  const now = clock.now()
  await tx.execute(sql`
    insert into tron_transaction as known (chain, txid, found_at, next_look_at, is_small)
    select ${tron.chain}, txid, ${now}::timestamptz, ${now}::timestamptz,
           bool_and(units is not null) and coalesce(sum(units), 0) < ${minimumUnits(services).toString()}::numeric
    from unnest(${hints.map(({ txid }) => txid)}::text[], ${hints.map(({ to }) => to)}::text[],
                ${hints.map(({ units }) => units?.toString() ?? null)}::numeric[]) as hint (txid, address, units)
    where exists (select 1 from tron_address where address = hint.address)
    group by txid
    on conflict (chain, txid) do update set state = 'open', is_small = excluded.is_small,
      found_at = case known.state when 'open' then known.found_at else excluded.found_at end,
      next_look_at = case known.state when 'open' then known.next_look_at else excluded.next_look_at end
      where known.state = 'gone' or (known.state = 'open' and known.is_small and not excluded.is_small)`)
}
