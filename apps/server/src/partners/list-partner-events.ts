import type { ParsedInputOf } from '@cashbox/contract'
import type { listPartnerEvents as call } from '@cashbox/contract/operator'
import { uuid } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import type { PartnerServices } from './services.ts'
import { listEvents } from './webhooks/list-events.ts'

/** The log of deliveries of one partner. */
export async function listPartnerEvents({ db, clock }: PartnerServices, input: ParsedInputOf<typeof call>) {
  const { code, ...filter } = input
  const [partner] = await db.query(sql`select id from player_service where code = ${code}`, { id: uuid })
  if (!partner) throw refusal('not_found')
  const { list, next_cursor } = await listEvents(db, clock, partner.id, filter)
  return { list, next_cursor }
}
