import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { JobServices } from '../platform/services.ts'
import { forgetOldKeys, forgetOldRefusals } from './count-refusals.ts'
import { forgetOldChecks } from './player-deposits.ts'
import { closeExpired, wipeOldCodes } from './transactions/close-transactions.ts'

export const paymentJobs = ({ db, clock, live }: JobServices): RecurringWork[] => [
  {
    name: 'close expired transactions',
    everyS: 10,
    run: async () => {
      const agents = await db.transaction((tx) => closeExpired(tx, clock.now()))
      for (const agentId of agents) live.publish(agentId, 'transactions')
    },
  },
  { name: 'wipe old security codes', everyS: 3600, run: () => wipeOldCodes(db, clock) },
  { name: 'forget old idempotency keys', everyS: 3600, run: () => forgetOldKeys(db, clock) },
  { name: 'forget old checks of players', everyS: 3600, run: () => forgetOldChecks(db, clock) },
  { name: 'forget old refusals', everyS: 3600, run: () => forgetOldRefusals(db, clock) },
]
