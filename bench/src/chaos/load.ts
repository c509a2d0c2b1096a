import { setTimeout as wait } from 'node:timers/promises'
import { asAgent } from '../attack/tally.ts'
import { confirmation } from '../attack/target.ts'
import { tokenOf, transactionId } from '../prepare.ts'
import { AGENTS, type ChaosNetwork } from './network.ts'

const CLIENTS = 6
const WITHIN_MS = 15_000
const THINK_MS = 60
const BETWEEN_TOPUPS_MS = 1_000
const USDT = '20.00'
const BLOCKS_UNTIL_SOLID = 20

export type ChaosLoad = ReturnType<typeof startLoad>

/** Agents who confirm and top up, and try again with the same key until they have an answer. */
export function startLoad({ url, transactions }: Pick<ChaosNetwork, 'url' | 'transactions'>) {
  const stop = new AbortController()
  const confirmed: string[] = []
  const sent: string[] = []
  const findings: string[] = []
  let next = 0
  let unanswered = 0

  /** Null when no answer came, or none that settles it. */
  async function ask(path: string, token: string | null, body?: object, key?: string) {
    try {
      const { method, headers, ...rest } = asAgent(token ?? '', body)
      const response = await fetch(`${url}${path}`, {
        method,
        ...rest,
        headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
        signal: AbortSignal.timeout(WITHIN_MS),
      })
      const text = await response.text()
      if (response.ok) return text
      // 409: the first try is still under way. 5xx: it is not known what became of it.
      if (response.status < 500 && response.status !== 409)
        findings.push(`${path} answered ${response.status}: ${text}`)
    } catch {
      // The connection broke, or the server was away.
    }
    unanswered += 1
    return null
  }

  async function confirmNext() {
    const number = next++
    if (number >= transactions) throw new Error('all transactions are used up')
    const token = tokenOf(number % AGENTS)
    const before = findings.length
    while ((await ask('/api/payments/confirm', token, confirmation(number), `chaos-${number}`)) === null) {
      if (findings.length > before) return
      await wait(THINK_MS)
    }
    confirmed.push(transactionId(number))
  }

  async function topUp(turn: number) {
    const wallets = await ask('/api/user/wallet', tokenOf(turn % AGENTS))
    const address = /"wallet":"(T[^"]+)"/.exec(wallets ?? '')?.[1]
    if (!address) return
    const answer = await ask('/sandbox/tron/send', null, { to: address, amount: USDT })
    const txid = /"txid":"([0-9a-f]+)"/.exec(answer ?? '')?.[1]
    if (txid) sent.push(txid)
    await ask('/sandbox/tron/mine', null, { blocks: BLOCKS_UNTIL_SOLID })
  }

  const work = [
    ...Array.from({ length: CLIENTS }, async () => {
      for (; !stop.signal.aborted; await wait(THINK_MS)) await confirmNext()
    }),
    (async () => {
      for (let turn = 0; !stop.signal.aborted; turn += 1, await wait(BETWEEN_TOPUPS_MS)) await topUp(turn)
    })(),
  ]
  return {
    /** Confirmations that were answered with success. */
    confirmed,
    /** Transfers that the chain has taken. */
    sent,
    findings,
    unanswered: () => unanswered,
    /** Until that many more were confirmed: whatever was killed is back. */
    async flows(more: number, withinMs: number): Promise<boolean> {
      const [goal, deadline] = [confirmed.length + more, Date.now() + withinMs]
      while (confirmed.length < goal && Date.now() < deadline) await wait(50)
      return confirmed.length >= goal
    },
    async stop() {
      stop.abort()
      await Promise.all(work)
      for (let tries = 0; tries < 10; tries += 1)
        if ((await ask('/sandbox/tron/mine', null, { blocks: BLOCKS_UNTIL_SOLID })) !== null) return
    },
  }
}
