import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { JobServices } from '../platform/services.ts'
import { expireOrders } from './perfect-money/orders.ts'
import { reconcilePerfectMoney } from './perfect-money/reconcile.ts'
import { refreshRates } from './rates/refresh-rates.ts'

export const topupJobs = (services: JobServices) => [...rateJobs(services), ...perfectMoneyJobs(services)]

function rateJobs(services: JobServices): RecurringWork[] {
  const { feed } = services.config.rates
  if (feed === null) return []
  const run = async () => {
    for (const refused of await refreshRates(services, feed)) {
      services.log.error(
        refused,
        'rate of the feed refused: it is the first one, or differs too much from earlier ones; set it in the console if it is right',
      )
    }
  }
  return [{ name: 'ask for rates', everyS: 60, run }]
}

function perfectMoneyJobs(services: JobServices): RecurringWork[] {
  const { db, clock, log } = services
  const { perfectMoney } = services.config
  if (perfectMoney === null) return []
  return [
    { name: 'expire Perfect Money orders', everyS: 3600, run: () => expireOrders(db, clock) },
    {
      name: 'ask Perfect Money what was paid',
      everyS: 300,
      run: async () => {
        const accepted = await reconcilePerfectMoney(services, perfectMoney)
        if (accepted > 0) log.info({ accepted }, 'Perfect Money payments settled')
      },
    },
  ]
}
