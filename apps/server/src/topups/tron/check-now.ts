import { checkAgent } from './check-addresses.ts'
import { followTransactions } from './follow-transactions.ts'
import type { WatchServices } from './services.ts'

/** An agent waits no longer than this for a provider; a later answer is not lost. */
const PATIENCE_MS = 4_000

/** Looks at an agent's addresses while they wait. Trouble with the provider is not theirs: the watch goes on. */
export async function checkNow(services: WatchServices, agentId: string, onError: (error: unknown) => void) {
  const look = async () => {
    await checkAgent(services, agentId)
    await followTransactions(services)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([look().catch(onError), patience])
  clearTimeout(timer)
}
