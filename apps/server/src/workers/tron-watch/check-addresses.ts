import { bool, nullable, type RowOf, text, timestamptz } from '../../platform/db/columns.ts'
import { sql } from '../../platform/db/sql.ts'
import { takeTurn } from '../../platform/jobs.ts'
import { rememberHints } from './remember-hints.ts'
import { LEASE_MS, later, type WatchServices } from './services.ts'

/** An address is asked about by itself once a day, and every minute while its owner is topping up. */
const IDLE_MS = 24 * 60 * 60_000
const WATCHED_MS = 60_000
/** How long after the owner last looked. */
const WATCHED_FOR_MS = 30 * 60_000
const OVERLAP_MS = 24 * 60 * 60_000
const PAGES = 25
/** One that can't be read waits longer than the others, so that it does not keep them from their turn. */
const TROUBLED_MS = 5 * 60_000
/** Refresh can be pressed as often as one likes; the provider is asked this often. */
const AT_MOST_EVERY_MS = 5_000

const dueColumns = {
  address: text,
  checked_at: nullable(timestamptz),
  created_at: timestamptz,
  is_watched: bool,
}
type Due = RowOf<typeof dueColumns>

/** Looks at the addresses whose turn it is, a few at a time, so that the load does not depend on how many there are. */
export async function checkAddresses(services: WatchServices): Promise<void> {
  const { db, clock, tron } = services
  // Workers turn more often than that, and there may be many of them.
  if (!(await takeTurn(db, clock, 'check Tron addresses', tron.pollMs))) return
  const now = clock.now()
  const due = await db.query(
    sql`
      update tron_address set next_check_at = ${later(now, LEASE_MS)}
      where address in (
        select address from tron_address where next_check_at <= ${now}
        order by next_check_at limit ${tron.addressChecks} for update skip locked)
      returning address, checked_at, created_at,
                coalesce(watched_at > ${later(now, -WATCHED_FOR_MS)}, false) as is_watched`,
    dueColumns,
  )
  for (const [place, one] of due.entries()) {
    await checkAddress(services, one).catch(async (error: unknown) => {
      await checkAgain(services, [one], TROUBLED_MS)
      await checkAgain(services, due.slice(place + 1), 0)
      throw error
    })
  }
}

const checkAgain = ({ db, clock }: WatchServices, due: readonly Due[], waitMs: number) =>
  db.execute(sql`
    update tron_address set next_check_at = ${later(clock.now(), waitMs)}
    where address = any(${due.map(({ address }) => address)}::text[])`)

/** Looks at an agent's own addresses right now, unless they were looked at a moment ago. */
export async function checkAgent(services: WatchServices, agentId: string): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const due = await db.query(
    sql`
      update tron_address set next_check_at = ${later(now, LEASE_MS)}, watched_at = ${now}
      where agent_id = ${agentId} and (checked_at is null or checked_at <= ${later(now, -AT_MOST_EVERY_MS)})
      returning address, checked_at, created_at, true as is_watched`,
    dueColumns,
  )
  for (const address of due) await checkAddress(services, address)
}

async function checkAddress(services: WatchServices, { address, checked_at, created_at, is_watched }: Due) {
  const { db, clock, providers } = services
  const now = clock.now()
  const sinceMs = (checked_at ?? created_at).getTime() - OVERLAP_MS
  const isRead = await providers.first(async (api) => {
    let from: string | null = null
    for (let pages = 0; pages < PAGES; pages++) {
      const page = await api.transfersTo(address, { sinceMs, from })
      await db.transaction((tx) => rememberHints(tx, services, page.hints))
      if (page.next === null || page.next === from) return true
      from = page.next
    }
    return false
  })
  await db.execute(sql`
    update tron_address set next_check_at = ${later(now, is_watched ? WATCHED_MS : IDLE_MS)},
      checked_at = case when ${isRead} then ${now}::timestamptz else checked_at end
    where address = ${address}`)
}
