import { Alert, Today } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { json, sql } from '../platform/database/database.ts'
import { lookAround } from './list-alerts.ts'
import { readWaiting, Waiting } from './read-status.ts'
import type { WatchServices } from './services.ts'

type Look = z.infer<typeof Look>

type Kept = Pick<WatchServices, 'db' | 'clock'>

const Look = z.object({ today: Today, alerts: z.array(Alert), waiting: Waiting })

/** A worker looks every 15 seconds. When this one is older, no worker does. */
const MAX_AGE_MS = 45 * 1000

/** The state of the network with its alerts and what waits, as of now. */
export const takeLook = async (services: WatchServices): Promise<Look> => ({
  ...(await lookAround(services)),
  waiting: await readWaiting(services),
})

export async function keepLook({ db, clock }: Kept, look: Look): Promise<void> {
  const [now, text] = [clock.now(), JSON.stringify(look)]
  await db.execute(sql`
    insert into network_look (taken_at, look) values (${now}, ${text}::jsonb)
    on conflict (is_one) do update set taken_at = excluded.taken_at, look = excluded.look`)
}

/** The last look of a worker; null when it is too old, or of another version of the program. */
export async function readLook({ db, clock }: Kept): Promise<Look | null> {
  const now = clock.now().getTime()
  const [row] = await db.query(
    sql`
      select look from network_look
      where taken_at between ${new Date(now - MAX_AGE_MS)} and ${new Date(now + MAX_AGE_MS)}`,
    { look: json(z.unknown()) },
  )
  const parsed = Look.safeParse(row?.look)
  return parsed.success ? parsed.data : null
}
