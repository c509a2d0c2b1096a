import { setTimeout as wait } from 'node:timers/promises'
import { cancelTransaction, createTransaction, readFeed, reverseTransaction } from '@cashbox/contract/partner'
import { asAgent, confirmation } from '../attack/tally.ts'
import { depositBy } from '../attack/target.ts'
import { tokenOf, transactionId } from '../prepare.ts'
import { AGENTS, type ChaosNetwork } from './network.ts'

const CLIENTS = 6
const WITHIN_MS = 15_000
const THINK_MS = 60
const BETWEEN_TOPUPS_MS = 1_000
const BETWEEN_PARTNER_ACTS_MS = 200
const USDT = '20.00'
const BLOCKS_UNTIL_SOLID = 20
/** So that it expires while the load runs. */
const SHORT_LIFE_S = 2

export type ChaosLoad = ReturnType<typeof startLoad>

/** Agents and a partner who try again until they have an answer, at the other process each time, as behind a proxy. */
export function startLoad({ urls, partner, transactions }: Pick<ChaosNetwork, 'urls' | 'partner' | 'transactions'>) {
  const stop = new AbortController()
  const confirmed: string[] = []
  const cancelled: string[] = []
  const reversed: string[] = []
  const shortLived: string[] = []
  const sent: string[] = []
  /** Events in the order in which the feed gave them. */
  const feed: string[] = []
  const findings: string[] = []
  const partners = urls.map((url) => partner.at(url))
  let next = 0
  let turns = 0
  let unanswered = 0
  let cursor = '0'

  /** Null when no answer came, or none that settles it. 409: the first try is still under way. 5xx: it is not known what became of it. */
  function settled(status: number, text: string, what: string, expected: readonly string[] = []) {
    if (status < 300) return 'done'
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
    if (expected.includes(code)) return code
    if (status < 500 && status !== 409) {
      findings.push(`${what} answered ${status}: ${text}`)
      return 'refused'
    }
    return null
  }

  async function insist<T>(once: (process: number) => Promise<T | null>): Promise<T> {
    for (;;) {
      const answer = await once(turns++ % urls.length).catch(() => null)
      if (answer !== null) return answer
      unanswered += 1
      await wait(THINK_MS)
    }
  }

  const send = (url: string, path: string, token: string | null, body?: object, key?: string) => {
    const { method, headers, ...rest } = asAgent(token ?? '', body)
    return fetch(`${url}${path}`, {
      method,
      ...rest,
      headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
      signal: AbortSignal.timeout(WITHIN_MS),
    })
  }

  const confirm = (number: number, expected: readonly string[] = []) =>
    insist(async (process) => {
      const token = tokenOf(number % AGENTS)
      const input = confirmation(number)
      const response = await send(urls[process] ?? '', '/api/payments/confirm', token, input, `chaos-${number}`)
      return settled(response.status, await response.text(), 'a confirmation', expected)
    })

  function take(): number {
    if (next >= transactions) throw new Error('all transactions are used up')
    return next++
  }

  async function confirmNext() {
    const number = take()
    if ((await confirm(number)) === 'done') confirmed.push(transactionId(number))
  }

  const askPartner = (act: typeof cancelTransaction | typeof reverseTransaction, id: string, expected: string[] = []) =>
    insist(async (process) => {
      const input = { transaction_id: id, ...(act === reverseTransaction ? { reason: 'It was a mistake.' } : {}) }
      const answer = await partners[process]?.call(act, input)
      return answer ? settled(answer.status, JSON.stringify(answer.failure), act.path, expected) : null
    })

  /** A cancellation and a confirmation of one transaction at the same moment: one of them wins. */
  async function contest() {
    const number = take()
    const id = transactionId(number)
    const [confirming, cancelling] = await Promise.all([
      confirm(number, ['transaction_cancelled']),
      askPartner(cancelTransaction, id, ['transaction_already_confirmed']),
    ])
    if (confirming === 'done') confirmed.push(id)
    if (cancelling === 'done') cancelled.push(id)
    if ((confirming === 'done') === (cancelling === 'done'))
      findings.push(`${id}: the confirmation was ${confirming}, the cancellation ${cancelling}`)
  }

  async function reverseOne() {
    const id = confirmed[reversed.length * 3]
    if (id && (await askPartner(reverseTransaction, id)) === 'done') reversed.push(id)
  }

  async function openShortLived(turn: number) {
    const input = { ...depositBy(`chaos-${turn}`), expires_in: SHORT_LIFE_S }
    const id = await insist(async (process) => {
      const answer = await partners[process]?.call(createTransaction, input)
      if (!answer || settled(answer.status, JSON.stringify(answer.failure), 'opening') === null) return null
      return answer.payload?.transaction.transaction_id ?? ''
    })
    if (id) shortLived.push(id)
  }

  /** Whether there is more to read at once. */
  const readOn = () =>
    insist(async (process) => {
      const answer = await partners[process]?.call(readFeed, { after: cursor, limit: '100' })
      if (answer?.status !== 200) return null
      feed.push(...answer.payload.list.map(({ id }) => id))
      cursor = answer.payload.next_cursor
      return answer.payload.list.length > 0
    })

  async function topUp(turn: number) {
    // The sandbox of the first process is the chain that the workers watch.
    const [url = ''] = urls
    const ask = async (path: string, token: string | null, body?: object) => {
      const response = await send(url, path, token, body).catch(() => null)
      return response?.ok ? response.text() : ''
    }
    const address = /"wallet":"(T[^"]+)"/.exec(await ask('/api/user/wallet', tokenOf(turn % AGENTS)))?.[1]
    if (!address) return
    const txid = /"txid":"([0-9a-f]+)"/.exec(await ask('/sandbox/tron/send', null, { to: address, amount: USDT }))?.[1]
    if (txid) sent.push(txid)
    await ask('/sandbox/tron/mine', null, { blocks: BLOCKS_UNTIL_SOLID })
  }

  const repeat = async (pauseMs: number, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !stop.signal.aborted; turn += 1, await wait(pauseMs)) await work(turn)
  }
  const work = [
    ...Array.from({ length: CLIENTS }, () => repeat(THINK_MS, confirmNext)),
    repeat(BETWEEN_TOPUPS_MS, topUp),
    repeat(BETWEEN_PARTNER_ACTS_MS, contest),
    repeat(BETWEEN_PARTNER_ACTS_MS, reverseOne),
    repeat(BETWEEN_PARTNER_ACTS_MS, openShortLived),
    repeat(THINK_MS, readOn),
  ]
  return {
    confirmed,
    cancelled,
    reversed,
    /** Opened by the partner, and confirmed by no one. */
    shortLived,
    sent,
    feed,
    async readToEnd() {
      while (await readOn());
    },
    findings,
    unanswered: () => unanswered,
    /** Until that many more were confirmed: whatever was killed is back. */
    async flows(more: number, withinMs: number): Promise<boolean> {
      const [goal, deadline] = [confirmed.length + more, Date.now() + withinMs]
      while (confirmed.length < goal && Date.now() < deadline) await wait(20)
      return confirmed.length >= goal
    },
    async stop() {
      stop.abort()
      await Promise.all(work)
      await insist(async () => {
        const response = await send(urls[0] ?? '', '/sandbox/tron/mine', null, { blocks: BLOCKS_UNTIL_SOLID })
        return response.ok ? true : null
      })
    },
  }
}
