import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import type { Doing } from './doing.ts'
import { type PartnerRow, readPartner, readPartners } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'

interface Change {
  readonly code: string
  readonly version: number
  readonly reason: string
}

export async function lockPartner(tx: Tx, code: string): Promise<PartnerRow> {
  await tx.execute(sql`select 1 from player_service where code = ${code} for update`)
  const [partner] = await readPartners(tx, code)
  if (!partner) throw refusal('not_found')
  return partner
}

/** Makes one change of a partner as it was when the operator looked at it, and answers with the partner as it then is. */
export function onHeldPartner<Answer>(
  { db, clock }: PartnerServices,
  { input, actor }: Asked<Change>,
  work: (tx: Tx, partner: PartnerRow, doing: Doing) => Promise<Answer>,
) {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, input.code)
    if (partner.version !== input.version) throw refusal('version_conflict')
    const answer = await work(tx, partner, { actor, at, reason: input.reason })
    return { partner: await readPartner(tx, input.code), ...answer }
  })
}
