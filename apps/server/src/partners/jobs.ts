import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { JobServices } from '../platform/services.ts'
import { makeFiles } from './daily-files/make-files.ts'
import { disableExpiredKeys } from './keys.ts'
import { forgetOldWebhookSecrets } from './set-webhook.ts'
import { countAllPositions } from './settlement/count-positions.ts'
import { forgetOldAttempts, makeAttemptMonths } from './webhooks/attempt-months.ts'

/** Attempts to deliver events that have arrived. */
const KEEP_ATTEMPT_DAYS = 90

export function partnerJobs(services: JobServices): RecurringWork[] {
  const { db, clock, log } = services
  return [
    {
      name: 'count positions of partners',
      everyS: 1,
      run: () => countAllPositions({ db: db.withLongTimeouts(), clock, keyring: services.keyring }),
    },
    { name: 'make daily files', everyS: 60, run: () => makeFiles({ ...services, db: db.withLongTimeouts() }) },
    { name: 'disable expired keys of partners', everyS: 600, run: () => disableExpiredKeys(db, clock.now()) },
    { name: 'forget old webhook secrets', everyS: 600, run: () => forgetOldWebhookSecrets(db) },
    {
      name: 'make months for webhook attempts',
      everyS: 3600,
      isDueAtStart: true,
      run: async () => {
        const made = await makeAttemptMonths(db)
        if (made > 0) log.info({ made }, 'months for webhook attempts made')
      },
    },
    {
      name: 'forget old webhook attempts',
      everyS: 3600,
      run: async () => {
        const months = await forgetOldAttempts(db, clock, KEEP_ATTEMPT_DAYS)
        if (months.length > 0) log.info({ months }, 'old months of webhook attempts dropped')
      },
    },
  ]
}
