import { noteActiveDays } from '../agents/activity/operator-api.ts'
import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { JobServices } from '../platform/services.ts'
import { followAlerts, forgetOldAlerts } from './alerts/plan-notifications.ts'
import { countNetwork } from './count-network.ts'
import { scanForRisk } from './risk/scan-for-risk.ts'
import { trySeals } from './sealed-columns.ts'
import { saveSnapshot, takeSnapshot } from './snapshot.ts'

export function watchJobs(services: JobServices): RecurringWork[] {
  const { db, keyring, clock } = services
  return [
    { name: 'count the network', everyS: 60, run: () => countNetwork({ ...services, db: db.withLongTimeouts() }) },
    { name: 'note active days', everyS: 60, run: async () => void (await noteActiveDays(db.withLongTimeouts())) },
    { name: 'look for risk', everyS: 60, run: () => scanForRisk({ ...services, db: db.withLongTimeouts() }) },
    {
      name: 'follow alerts',
      everyS: 15,
      run: () =>
        followAlerts(services, async (tx) => {
          const inTx = { ...services, db: tx }
          const snapshot = await takeSnapshot(inTx)
          await saveSnapshot(inTx, snapshot)
          return snapshot.alerts
        }),
    },
    { name: 'open every sealed value', everyS: 24 * 60 * 60, isDueAtStart: true, run: () => trySeals(db, keyring) },
    { name: 'forget old alerts', everyS: 3600, run: () => forgetOldAlerts(db, clock) },
  ]
}
