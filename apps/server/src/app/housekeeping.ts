import { accessJobs } from '../access/jobs.ts'
import { expireOldRequests } from '../approvals/approval-request.ts'
import { findLowFloats } from '../balances/find-low-floats.ts'
import { forgetDeletedViews } from '../console-tools/list-views/list-views.ts'
import { forgetOldNotices } from '../notices/inbox.ts'
import { sendAnchor } from '../operators/send-anchor.ts'
import { partnerJobs } from '../partners/jobs.ts'
import { paymentJobs } from '../payments/jobs.ts'
import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { JobServices } from '../platform/services.ts'
import { topupJobs } from '../topups/jobs.ts'
import { watchJobs } from '../watch/jobs.ts'
import { storeVerification } from '../watch/read-status.ts'
import { verifyDatabase } from './commands/verify.ts'

const DAY_S = 24 * 60 * 60

/** Recurring work, done by whichever worker is first. A room with one job has it here. */
export function housekeeping(services: JobServices): RecurringWork[] {
  const { db, keyring, clock } = services
  return [
    ...topupJobs(services),
    ...paymentJobs(services),
    ...partnerJobs(services),
    ...watchJobs(services),
    ...accessJobs(services),
    { name: 'end change requests that have run out', everyS: 600, run: () => expireOldRequests(db, clock) },
    { name: 'look for low floats', everyS: 30, run: () => findLowFloats(services) },
    { name: 'send the audit anchor', everyS: DAY_S, run: () => sendAnchor(services) },
    { name: 'forget deleted views', everyS: 3600, run: () => forgetDeletedViews(db, clock) },
    { name: 'forget old notices', everyS: 3600, run: () => forgetOldNotices(db, clock) },
    {
      name: 'verify everything',
      everyS: DAY_S,
      run: () => storeVerification(services, () => verifyDatabase(db.withLongTimeouts(), keyring)),
    },
  ]
}
