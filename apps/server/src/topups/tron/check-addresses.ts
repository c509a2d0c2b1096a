import { col, query, type RowOf, sql } from '@cashbox/postgres/database'
import { takeTurn } from '../../platform/jobs/jobs.ts'
import { followTransactions } from './follow-transactions.ts'
import { readAddressList } from './read-address-list.ts'
import { LEASE_MS, later, type TronWatch } from './tron-watch.ts'

type Due = RowOf<typeof dueColumns>

/** An address is checked once a day, and every minute while its owner is topping up. */
const IDLE_MS = 24 * 60 * 60_000
const WATCHED_MS = 60_000

const AT_ONCE = 3

/** After the owner last opened the wallet page. */
const WATCHED_FOR_MS = 30 * 60_000
const OVERLAP_MS = 24 * 60 * 60_000

/** A failed address waits longer, so that it does not block the others. */
const RETRY_MS = 5 * 60_000

/** However often the agent presses Refresh. */
const MIN_INTERVAL_MS = 5_000

/** The longest time that an agent waits. A later answer is not lost. */
const MAX_WAIT_MS = 4_000

const dueColumns = {
  address: col.text,
  checked_at: col.nullable(col.timestamptz),
  created_at: col.timestamptz,
  is_watched: col.bool,
  list_from: col.nullable(col.timestamptz),
  others_from: col.nullable(col.timestamptz),
  others_until: col.nullable(col.timestamptz),
}

/** A few addresses at a time, so that the load does not depend on their number. */
export async function checkAddresses(services: TronWatch): Promise<void> {
  const { db, clock, tron } = services
  // The limit is for all workers together.
  if (!(await takeTurn(db, clock, 'check Tron addresses', tron.pollMs))) return
  const now = clock.now()
  const due = await query(db, dueColumns)`
    update tron_address set next_check_at = ${later(now, LEASE_MS)}
    where address in (
      select address from tron_address where next_check_at <= ${now}
      order by next_check_at limit ${AT_ONCE} for update skip locked)
    returning address, checked_at, created_at, list_from, others_from, others_until,
              coalesce(watched_at > ${later(now, -WATCHED_FOR_MS)}, false) as is_watched`
  for (const [place, one] of due.entries()) {
    await checkAddress(services, one).catch(async (error: unknown) => {
      await reschedule(services, [one], RETRY_MS)
      await reschedule(services, due.slice(place + 1), 0)
      throw error
    })
  }
}

/** Checks an agent's addresses now, unless they were checked a moment ago. */
export async function checkAgent(services: TronWatch, agentId: string): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const due = await query(db, dueColumns)`
    update tron_address set next_check_at = ${later(now, LEASE_MS)}, watched_at = ${now}
    where agent_id = ${agentId} and (checked_at is null or checked_at <= ${later(now, -MIN_INTERVAL_MS)})
    returning address, checked_at, created_at, list_from, others_from, others_until, true as is_watched`
  for (const address of due) await checkAddress(services, address)
}

/** Checks an agent's addresses while the agent waits. A failure is only logged, because the watch goes on anyway. */
export async function checkNow(services: TronWatch, agentId: string) {
  const check = async () => {
    await checkAgent(services, agentId)
    await followTransactions(services)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS)
  })
  await Promise.race([
    check().catch((error: unknown) => services.log.warn({ err: error }, 'could not check the wallets of an agent')),
    timeout,
  ])
  clearTimeout(timer)
}

async function checkAddress(services: TronWatch, due: Due) {
  const { db, clock, providers } = services
  const { address, checked_at, created_at, is_watched, list_from, others_from, others_until } = due
  const now = clock.now()
  const reading = {
    address,
    sinceMs: list_from?.getTime() ?? (checked_at ?? created_at).getTime() - OVERLAP_MS,
    endMs: now.getTime(),
    othersFromMs: others_from?.getTime() ?? null,
    countedMs: others_until?.getTime() ?? 0,
  }
  const read = await providers.first((api) => readAddressList(services, api, reading))
  await db.execute(sql`
    update tron_address set next_check_at = ${later(now, is_watched ? WATCHED_MS : IDLE_MS)},
      checked_at = case when ${read.listFromMs === null} then ${now}::timestamptz else checked_at end,
      list_from = ${dateOf(read.listFromMs)}, others_from = ${dateOf(read.othersFromMs)}, others_until = ${dateOf(read.countedMs)}
    where address = ${address}`)
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))

const reschedule = ({ db, clock }: TronWatch, due: readonly Due[], waitMs: number) =>
  db.execute(sql`
    update tron_address set next_check_at = ${later(clock.now(), waitMs)}
    where address = any(${due.map(({ address }) => address)}::text[])`)
