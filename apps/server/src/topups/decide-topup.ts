import { uuidv7 } from 'uuidv7'
import { col, queryOne, sql, type Tx } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import { lockTopup, type TopupRow } from './topup.ts'

export interface Decision {
  readonly topupId: string
  readonly by: string
  /** The agent can read it. */
  readonly note: string
  readonly at: Date
}

export async function lockHeld(tx: Tx, topupId: string): Promise<TopupRow> {
  const topup = await lockTopup(tx, topupId)
  if (!topup) throw refusal('topup_unknown')
  if (topup.state !== 'held') throw refusal('topup_not_held')
  return topup
}

/** Stores the decision with the top-up as it was before and after. */
export async function decide(
  tx: Tx,
  action: 'credit' | 'return',
  { topupId, by, note, at }: Decision,
  carryOut: (topup: TopupRow) => Promise<void>,
): Promise<void> {
  const topup = await lockHeld(tx, topupId)
  const before = await readSnapshot(tx, topupId)
  await carryOut(topup)
  await tx.execute(sql`update topup set note = ${note} where id = ${topupId}`)
  await tx.execute(sql`
    insert into topup_decision (id, topup_id, action, decided_by, note, before, after, decided_at)
    values (${uuidv7()}, ${topupId}, ${action}, ${by}, ${note}, ${before}::jsonb,
            ${await readSnapshot(tx, topupId)}::jsonb, ${at})`)
}

const readSnapshot = async (tx: Tx, id: string) =>
  (await queryOne(tx, { row: col.text })`select to_jsonb(topup)::text as row from topup where id = ${id}`).row
