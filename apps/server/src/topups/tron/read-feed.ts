import { col, query, sql } from '@cashbox/postgres/database'
import { ProviderFailure, type TronApi } from '../../rails/tron/tron-api.ts'
import { saveHints } from './read-address-list.ts'
import { LEASE_MS, later, type TronWatch } from './tron-watch.ts'

interface Pass {
  readonly name: string
  /** How far behind the present the pass reads. */
  readonly behindMs: number
}

/** Providers' indexes miss transfers and add them later, so the feed of all transfers is read three times. */
export const passes: readonly Pass[] = [
  { name: 'first', behindMs: 0 },
  { name: 'second', behindMs: 10 * 60_000 },
  { name: 'third', behindMs: 24 * 60 * 60_000 },
]

/** Each read starts a little before the end of the last one, because neighbouring blocks can be listed out of order. */
const OVERLAP_MS = 15_000
/** In one read. The next read follows at once. */
const PAGES_PER_READ = 20
/** A longer feed is a fault of the provider. */
const MAX_PAGES = 1000

/** Continues where the pass stopped. True when there is more to read now. */
export async function readFeed(services: TronWatch, pass: Pass): Promise<boolean> {
  const { clock, providers, tron } = services
  const readUntil = await claimPass(services, pass)
  if (readUntil === null) return false
  const endMs = clock.now().getTime() - pass.behindMs
  try {
    const isDone = await providers.first((api) => readPages(services, pass, api, { readUntil, endMs }))
    await releasePass(services, pass, isDone ? tron.pollMs : 0, true)
    return !isDone
  } catch (error) {
    await releasePass(services, pass, tron.pollMs, false)
    throw error
  }
}

/** Returns how far the pass has read; null when it is not due, or another worker reads. */
async function claimPass({ db, clock, tron }: TronWatch, { name, behindMs }: Pass): Promise<number | null> {
  const now = clock.now()
  await db.execute(sql`
    insert into tron_cursor (chain, pass, read_until, next_run_at, succeeded_at)
    values (${tron.chain}, ${name}, ${now.getTime() - behindMs}, ${now}, ${now}) on conflict do nothing`)
  const [row] = await query(db, { read_until: col.int8 })`
    update tron_cursor set next_run_at = ${later(now, LEASE_MS)}
    where chain = ${tron.chain} and pass = ${name}
      and (next_run_at <= ${now} or next_run_at > ${later(now, 2 * LEASE_MS)}) returning read_until`
  return row ? Number(row.read_until) : null
}

const releasePass = ({ db, clock, tron }: TronWatch, { name }: Pass, waitMs: number, isSuccess: boolean) => {
  const now = clock.now()
  return db.execute(sql`
    update tron_cursor set next_run_at = ${later(now, waitMs)},
      succeeded_at = case when ${isSuccess} then ${now}::timestamptz else succeeded_at end
    where chain = ${tron.chain} and pass = ${name}`)
}

async function readPages(
  services: TronWatch,
  pass: Pass,
  api: TronApi,
  { readUntil, endMs }: { readUntil: number; endMs: number },
): Promise<boolean> {
  const window = { sinceMs: Math.min(readUntil, endMs) - OVERLAP_MS, ...(pass.behindMs > 0 ? { untilMs: endMs } : {}) }
  let from: string | null = null
  for (let pages = 1; pages <= MAX_PAGES; pages++) {
    const page = await api.transfersOf(services.tron.usdt, { ...window, from })
    const isLast = page.next === null || page.next === from
    // The index lags behind, so the first pass has read up to the newest row; later passes up to the end of their window.
    // Rows with a time in the future are ignored.
    const seenMs =
      isLast && pass.behindMs > 0 ? endMs : Math.max(readUntil, ...page.times.filter((time) => time <= endMs))
    await services.db.transaction(async (tx) => {
      await saveHints(tx, services, page.hints)
      await tx.execute(sql`
        update tron_cursor
        set read_until = greatest(read_until, ${seenMs}::bigint), next_run_at = ${later(services.clock.now(), LEASE_MS)}
        where chain = ${services.tron.chain} and pass = ${pass.name}`)
    })
    if (isLast) return true
    // Don't stop while all rows are of one moment: the next read would start with the same rows.
    const isFurther = seenMs - OVERLAP_MS > window.sinceMs
    if (pages >= PAGES_PER_READ && isFurther) return false
    from = page.next
  }
  throw new ProviderFailure('lists without end')
}
