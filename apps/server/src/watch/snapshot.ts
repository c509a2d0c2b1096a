import { Alert, Today } from '@cashbox/contract/operator'
import { col, query, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { readStatus } from './list-alerts.ts'
import { readWaiting, Waiting, type WatchServices } from './read-status.ts'

type Snapshot = z.infer<typeof Snapshot>

const Snapshot = z.object({ today: Today, alerts: z.array(Alert), waiting: Waiting })

/** A worker takes a snapshot every 15 seconds. An older one means that no worker runs. */
const MAX_AGE_MS = 45 * 1000

export const takeSnapshot = async (services: WatchServices): Promise<Snapshot> => ({
  ...(await readStatus(services)),
  waiting: await readWaiting(services),
})

export async function saveSnapshot({ db, clock }: WatchServices, snapshot: Snapshot): Promise<void> {
  // Parsed, so that a column of a row which the contract does not have stays out.
  const [now, text] = [clock.now(), JSON.stringify(Snapshot.parse(snapshot))]
  await db.execute(sql`
    insert into network_snapshot (taken_at, snapshot) values (${now}, ${text}::jsonb)
    on conflict (is_one) do update set taken_at = excluded.taken_at, snapshot = excluded.snapshot`)
}

/** The last snapshot of a worker; null when it is too old or was written by another version of the program. */
export async function readSnapshot({ db, clock }: WatchServices): Promise<Snapshot | null> {
  const now = clock.now().getTime()
  const [row] = await query(db, { snapshot: col.json(z.unknown()) })`
    select snapshot from network_snapshot
    where taken_at between ${new Date(now - MAX_AGE_MS)} and ${new Date(now + MAX_AGE_MS)}`
  const parsed = Snapshot.safeParse(row?.snapshot)
  return parsed.success ? parsed.data : null
}
