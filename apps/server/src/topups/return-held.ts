import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { type Decision, decide } from './decide-topup.ts'
import { releaseTopup } from './suspense.ts'
import { tellOfTopup } from './tell-of-topup.ts'

/** Records that a held top-up was returned to the sender. */
export async function returnHeld(tx: Tx, decision: Decision): Promise<void> {
  await decide(tx, 'return', decision, async (topup) => {
    await releaseTopup(tx, topup, decision.at)
    await tx.execute(sql`
      update topup set state = 'returned', reason = null, finished_at = ${decision.at} where id = ${topup.id}`)
    await tellOfTopup(tx, topup, { state: 'returned', at: decision.at })
  })
}
