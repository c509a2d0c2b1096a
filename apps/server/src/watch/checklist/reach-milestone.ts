import { type Actor, writeAudit } from '../../access/audit.ts'
import { type Milestone, noteMilestone } from '../../platform/milestones.ts'
import type { ChecklistServices } from './services.ts'

/** What only a person can say: that they saw a back-up restored, or that the checklist is not needed. */
export async function reachMilestone({ db, clock }: ChecklistServices, name: Milestone, actor: Actor) {
  const at = clock.now()
  await db.transaction(async (tx) => {
    await noteMilestone(tx, name, at, actor.name)
    await writeAudit(tx, { at, actor, action: 'checklist.note', subject: { kind: 'checklist', id: name } })
  })
  return {}
}
