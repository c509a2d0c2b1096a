import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/partner'
import { col, only, type Queryable, query, sql, toPage } from '@cashbox/postgres/database'
import { fromSeconds } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'

const columns = { player_id: col.text, until: col.nullable(col.seconds), created_at: col.seconds }

/** Asked before a deposit is opened; `transaction_refusal` asks again before it is confirmed. */
export async function refuseExcluded(db: Queryable, partnerId: string, playerId: string, at: Date) {
  const found = await db.execute(sql`
    select 1 from player_exclusion
    where partner_id = ${partnerId} and player_id = ${playerId} and coalesce(excluded_until > ${at}, true)`)
  if (found > 0) throw refusal('player_excluded')
}

/** A partner's players from whom no agent takes a deposit. */
export async function listExclusions(
  db: Queryable,
  partnerId: string,
  { cursor = '', limit }: ParsedInputOf<typeof contract.listExclusions>,
): Promise<OutputOf<typeof contract.listExclusions>> {
  const rows = await query(db, columns)`
    select player_id, excluded_until as until, created_at from player_exclusion
    where partner_id = ${partnerId} and player_id > ${cursor}
    order by player_id limit ${limit + 1}`
  return toPage(rows, limit, ({ player_id }) => player_id)
}

/** The newest call counts, so that an exclusion can be made longer or shorter. */
export async function excludePlayer(
  db: Queryable,
  partnerId: string,
  { player_id, until }: ParsedInputOf<typeof contract.excludePlayer>,
  at: Date,
): Promise<OutputOf<typeof contract.excludePlayer>> {
  const end = until === null ? null : fromSeconds(until)
  if (end !== null && end <= at) throw refusal('until_in_the_past')
  const rows = await query(db, columns)`
    insert into player_exclusion as known (partner_id, player_id, excluded_until, created_at)
    values (${partnerId}, ${player_id}, ${end}, ${at})
    on conflict (partner_id, player_id) do update set excluded_until = excluded.excluded_until
    returning player_id, excluded_until as until, created_at`
  return { exclusion: only(rows) }
}

export async function removeExclusion(db: Queryable, partnerId: string, playerId: string): Promise<void> {
  await db.execute(sql`delete from player_exclusion where partner_id = ${partnerId} and player_id = ${playerId}`)
}
