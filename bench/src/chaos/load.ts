import { cancelTransaction, createTransaction, readFeed, reverseTransaction } from '@cashbox/contract/partner'
import { transactionId } from '../common/database.ts'
import { depositBy } from '../common/partner.ts'
import { startAgents, THINK_MS } from './agents.ts'
import { AGENTS, type ChaosNetwork } from './network.ts'

const BETWEEN_TOPUPS_MS = 1_000
const BETWEEN_PARTNER_ACTS_MS = 200
const USDT = '20.00'
const BLOCKS_UNTIL_SOLID = 20
/** So that it expires while the load runs. */
const SHORT_LIFE_S = 2

export type ChaosLoad = ReturnType<typeof startLoad>

/** Agents and a partner who try again until they have an answer. */
export function startLoad({ urls, partner }: ChaosNetwork) {
  const agents = startAgents({ urls })
  const { confirmed, findings, insist, outcomeOf, send } = agents
  const cancelled: string[] = []
  const reversed: string[] = []
  const shortLived: string[] = []
  const sent: string[] = []
  /** Events in the order in which the feed gave them. */
  const feed: string[] = []
  const partners = urls.map((url) => partner.at(url))
  let cursor = '0'

  const askPartner = (act: typeof cancelTransaction | typeof reverseTransaction, id: string, expected: string[] = []) =>
    insist(async (process) => {
      const input = { transaction_id: id, ...(act === reverseTransaction && { reason: 'It was a mistake.' }) }
      const answer = await partners[process]?.call(act, input)
      return answer ? outcomeOf(answer.status, JSON.stringify(answer.failure), act.path, expected) : null
    })

  /** A cancellation and a confirmation of one transaction at the same moment: one of them wins. */
  async function contest() {
    const number = agents.nextDeposit()
    const id = transactionId(number)
    const [confirming, cancelling] = await Promise.all([
      agents.confirm(number, ['transaction_cancelled']),
      askPartner(cancelTransaction, id, ['transaction_already_confirmed']),
    ])
    if (confirming === 'accepted') confirmed.push(id)
    if (cancelling === 'accepted') cancelled.push(id)
    if ((confirming === 'accepted') === (cancelling === 'accepted'))
      findings.push(`${id}: the confirmation was ${confirming}, the cancellation ${cancelling}`)
  }

  async function reverseOne() {
    const id = confirmed[reversed.length * 3]
    if (id && (await askPartner(reverseTransaction, id)) === 'accepted') reversed.push(id)
  }

  async function openShortLived(turn: number) {
    const input = { ...depositBy(`chaos-${turn}`), expires_in: SHORT_LIFE_S }
    const id = await insist(async (process) => {
      const answer = await partners[process]?.call(createTransaction, input)
      if (!answer || outcomeOf(answer.status, JSON.stringify(answer.failure), 'opening') === null) return null
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

  /** The sandbox of the first process is the chain that the workers watch. */
  const askFirst = async (path: string, agent: number, body?: object) => {
    const response = await send(0, path, agent, body).catch(() => null)
    return response?.ok ? response.text() : ''
  }
  const mine = () => askFirst('/sandbox/tron/mine', 0, { blocks: BLOCKS_UNTIL_SOLID })

  async function topUp(turn: number) {
    const to = /"wallet":"(T[^"]+)"/.exec(await askFirst('/api/user/wallet', turn % AGENTS))?.[1]
    if (!to) return
    const txid = /"txid":"([0-9a-f]+)"/.exec(await askFirst('/sandbox/tron/send', 0, { to, amount: USDT }))?.[1]
    if (txid) sent.push(txid)
    await mine()
  }

  const work = [
    agents.repeat(BETWEEN_TOPUPS_MS, topUp),
    agents.repeat(BETWEEN_PARTNER_ACTS_MS, contest),
    agents.repeat(BETWEEN_PARTNER_ACTS_MS, reverseOne),
    agents.repeat(BETWEEN_PARTNER_ACTS_MS, openShortLived),
    agents.repeat(THINK_MS, readOn),
  ]
  return {
    ...agents,
    cancelled,
    reversed,
    /** Opened by the partner, and confirmed by no one. */
    shortLived,
    sent,
    feed,
    async readToEnd() {
      while (await readOn());
    },
    async stop() {
      await agents.stop()
      await Promise.all(work)
      await insist(async () => (await mine()) !== '' || null)
    },
  }
}
