import { setTimeout as wait } from 'node:timers/promises'
import { asAgent, confirmation, times, transactionId } from '../common/database.ts'
import { AGENTS, type ChaosNetwork, TRANSACTIONS } from './network.ts'

const CLIENTS = 6
const ANSWERED_WITHIN_MS = 15_000
export const THINK_MS = 60

/** Agents who confirm one deposit after the other, and try again until they have an answer that settles it. */
export function startAgents({ urls }: Pick<ChaosNetwork, 'urls'>) {
  const stopping = new AbortController()
  const confirmed: string[] = []
  const findings: string[] = []
  let [next, turns, unanswered] = [0, 0, 0]

  /** Null when the answer settles nothing. 409: the first try is still under way. 5xx: it is not known what became of it. */
  function outcomeOf(status: number, text: string, what: string, expected: readonly string[] = []) {
    if (status < 300) return 'accepted'
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
    if (expected.includes(code)) return code
    if (status >= 500 || status === 409) return null
    findings.push(`${what} answered ${status}: ${text}`)
    return 'refused'
  }

  /** Tries again at the next process, as behind a proxy, until there is an answer that is not null. */
  async function insist<T>(once: (process: number) => Promise<T | null>): Promise<T> {
    for (;;) {
      const answer = await once(turns++ % urls.length).catch(() => null)
      if (answer !== null) return answer
      unanswered += 1
      await wait(THINK_MS)
    }
  }

  const send = (process: number, path: string, agent: number, body?: object, key?: string) =>
    fetch(`${urls[process]}${path}`, {
      ...asAgent(agent, body, key ? { 'idempotency-key': key } : {}),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    })

  const confirm = (number: number, expected?: readonly string[]) =>
    insist(async (process) => {
      const key = `confirmation-${number}`
      const response = await send(process, '/api/payments/confirm', number % AGENTS, confirmation(number), key)
      return outcomeOf(response.status, await response.text(), 'a confirmation', expected)
    })

  function nextDeposit(): number {
    if (next >= TRANSACTIONS) throw new Error('all transactions are used up')
    return next++
  }

  /** Until the load is stopped. */
  const repeat = async (pauseMs: number, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1, await wait(pauseMs)) await work(turn)
  }

  const work = times(CLIENTS, () =>
    repeat(THINK_MS, async () => {
      const number = nextDeposit()
      if ((await confirm(number)) === 'accepted') confirmed.push(transactionId(number))
    }),
  )
  return {
    confirmed,
    findings,
    unanswered: () => unanswered,
    outcomeOf,
    insist,
    send,
    confirm,
    nextDeposit,
    repeat,
    /** Until that many more were confirmed: whatever was harmed is back. */
    async flows(more: number, withinMs: number): Promise<boolean> {
      const [goal, deadline] = [confirmed.length + more, Date.now() + withinMs]
      while (confirmed.length < goal && Date.now() < deadline) await wait(20)
      return confirmed.length >= goal
    },
    async stop() {
      stopping.abort()
      await Promise.all(work)
    },
  }
}
