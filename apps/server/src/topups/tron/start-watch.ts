import { pause, runUntilStopped } from '../../platform/delivery/run-deliveries.ts'
import { checkAddresses } from './check-addresses.ts'
import { followTransactions } from './follow-transactions.ts'
import { passes, readFeed } from './read-feed.ts'
import { retryOneProvider } from './retry-one-provider.ts'
import { retryWithoutRate } from './settle-topup.ts'
import type { TronWatch } from './tron-watch.ts'

const IDLE_MS = 500

/** Any number of processes may watch. */
export const startWatch = (services: TronWatch) => runUntilStopped((stop) => watch(services, stop))

async function watch(services: TronWatch, stop: AbortSignal) {
  const { log } = services
  while (!stop.aborted) {
    const isBusy = await watchOnce(services, (error) => log.warn({ err: error }, 'a pass of the Tron watch failed'))
    if (!isBusy) await pause(IDLE_MS, stop)
  }
}

/** Runs each part even if another fails. True when there is more to do now. */
export async function watchOnce(services: TronWatch, onError: (error: unknown) => void): Promise<boolean> {
  const attempt = (work: () => Promise<boolean | void>) =>
    work().catch((error: unknown) => {
      onError(error)
      return false
    })
  let isBusy = false
  for (const pass of passes) isBusy = (await attempt(() => readFeed(services, pass))) === true || isBusy
  await attempt(() => checkAddresses(services))
  isBusy = (await attempt(() => followTransactions(services))) === true || isBusy
  await attempt(() => retryWithoutRate(services))
  await attempt(() => retryOneProvider(services))
  return isBusy
}
