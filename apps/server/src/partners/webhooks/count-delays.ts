import { type Database, sql } from '../../platform/database/database.ts'
import { createTally } from '../../platform/jobs/tally.ts'

const HOUR_MS = 60 * 60 * 1000

/** How long an event took to arrive. */
export interface Arrival {
  readonly playerServiceId: string
  readonly at: Date
  readonly delayMs: number
}

interface Counted {
  readonly player_service_id: string
  readonly hour: string
  readonly delivered: number
  readonly delay_ms: number
  readonly slowest_ms: number
}

/** Counts delivered events and their delays by partner and hour, for the charts of the console. */
export function createDelayCount(db: Database, onError: (error: unknown) => void) {
  const tally = createTally<Counted>({
    keyOf: ({ player_service_id, hour }) => `${player_service_id} ${hour}`,
    merge: (one, other) => ({
      ...one,
      delivered: one.delivered + other.delivered,
      delay_ms: one.delay_ms + other.delay_ms,
      slowest_ms: Math.max(one.slowest_ms, other.slowest_ms),
    }),
    write: (items) => writeDelays(db, items),
    onError,
  })
  return {
    note({ playerServiceId, at, delayMs }: Arrival) {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString()
      tally.add({ player_service_id: playerServiceId, hour, delivered: 1, delay_ms: delayMs, slowest_ms: delayMs })
    },
    close: tally.close,
  }
}

/** In the order of the keys, so that two processes that write at once never wait for each other in a circle. */
const writeDelays = (db: Database, items: readonly Counted[]) =>
  db.execute(sql`
    insert into webhook_hour as kept (player_service_id, hour, delivered, delay_ms, slowest_ms)
    select player_service_id, hour, delivered, delay_ms, slowest_ms
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as one (player_service_id uuid, hour timestamptz, delivered bigint, delay_ms bigint, slowest_ms bigint)
    order by 1, 2
    on conflict (player_service_id, hour) do update set
      delivered = kept.delivered + excluded.delivered, delay_ms = kept.delay_ms + excluded.delay_ms,
      slowest_ms = greatest(kept.slowest_ms, excluded.slowest_ms)`)
