import { randomUUID } from 'node:crypto'
import type { TransactionType } from '@cashbox/contract'
import { changePartner, listPlayerLimits, setPlayerLimit } from '@cashbox/contract/operator'
import { createTransactions, type PartnerTransaction } from '@cashbox/contract/partner'
import { agree } from '@cashbox/testing/agree'
import { confirmation, times } from '../common/database.ts'
import { openPartner } from '../common/partner.ts'
import { listen } from '../common/server.ts'
import type { Tally } from './tally.ts'
import type { People, Target } from './target.ts'

const FIRST_AGENT = 100
const AGENTS = 12
const reason = 'To be attacked.'

/** In minor units. A week or a month is tighter than the day for one of the types each. */
const limits = {
  deposit: { amount: 9_000n, most: 100_000n, lowered: 63_000n },
  withdraw: { amount: 7_000n, most: 60_000n, lowered: 28_000n },
} as const

type Sums = Record<TransactionType, bigint>
interface Opened {
  readonly transaction: PartnerTransaction
  readonly code: string | null
}

const money = (minor: bigint) => `${minor / 100n}.00`

/** One player at many agents at once, with reversals and changed limits: no more is confirmed than the player may. */
export async function attackThePlayerLimits(target: Target, { operators: { admin } }: People, tally: Tally) {
  const partner = await openPartner(target.url, () => admin)
  const verifier = await listen((_text, _request, response) =>
    response.end(JSON.stringify({ result: 'accepted', name: 'Aziz', min_amount: '1.00', max_amount: '10000.00' })),
  )
  await partner.receiveAt(verifier.url)
  const changed = { ...(await partner.asItIs()), verification_url: verifier.url }
  await agree(target.url, await admin.call(changePartner, changed))

  const setLimit = async (type: TransactionType, most: bigint) => {
    const known = (await admin.call(listPlayerLimits, {})).payload.list
    const scope = { channel: null, partner: partner.code, currency_code: 'UZS', type }
    const { version: seen = 0 } = known.find((one) => one.partner === partner.code && one.type === type) ?? {}
    const sums =
      type === 'deposit'
        ? { max_per_day: money(most), max_per_week: null, max_per_month: money(most * 2n) }
        : { max_per_day: money(most * 3n), max_per_week: money(most * 2n), max_per_month: money(most) }
    return admin.call(setPlayerLimit, { ...scope, ...sums, max_amount: null, version: seen, reason })
  }
  const sumsOf = async (player: string): Promise<Sums> => {
    const { rows } = await target.db.query<{ type: TransactionType; sum: string }>(
      `select tx.type, sum(tx.amount) as sum from confirmation as done join player_transaction as tx on tx.id = done.player_transaction_id
       where tx.player_id = $1 and tx.ended_as is null group by 1`,
      [player],
    )
    const found = Object.fromEntries(rows.map(({ type, sum }) => [type, BigInt(sum)])) as Partial<Sums>
    return { deposit: found.deposit ?? 0n, withdraw: found.withdraw ?? 0n }
  }
  const expectWithin = async (what: string, player: string, most: Sums) => {
    const sums = await sumsOf(player)
    for (const type of ['deposit', 'withdraw'] as const)
      if (sums[type] > most[type]) tally.finding(`${what}: ${sums[type]} instead of ${most[type]} by ${type}`)
    return sums
  }
  const expectUsedUp = async (what: string, player: string, most: Sums) => {
    const sums = await expectWithin(what, player, most)
    for (const type of ['deposit', 'withdraw'] as const)
      if (sums[type] + limits[type].amount <= most[type]) tally.finding(`${what}: the rest of ${type} was refused`)
  }

  const open = async (player: string, type: TransactionType): Promise<Opened[]> => {
    const fields = { type, amount: money(limits[type].amount), currency_code: 'UZS', channel: 'tashkent' }
    const transactions = times(40, () => ({ ...fields, player_id: player, reference: randomUUID() }))
    const { payload } = await partner.call(createTransactions, { transactions })
    return payload.list.flatMap(({ transaction, security_code }) =>
      transaction ? [{ transaction, code: security_code }] : [],
    )
  }
  const agent = (turn: number) => FIRST_AGENT + (turn % AGENTS)
  const { geo_lat, geo_lon } = confirmation(0)
  const post = (path: string, turn: number, input: object, key: string) =>
    tally.ask(agent(turn), path, { ...input, geo_lat, geo_lon }, { 'idempotency-key': key })
  /** Looks it up, and whatever the answer is, confirms it: twice with one key, and by another agent too. */
  const confirm = async ({ transaction: { type, transaction_id, amount }, code }: Opened, turn: number) => {
    await tally.ask(agent(turn), '/api/payments/lookup', { transaction_id, geo_lat, geo_lon })
    const input = { type, transaction_id, amount, ...(code === null ? {} : { security_code: code }) }
    const key = randomUUID()
    await Promise.all([
      post('/api/payments/confirm', turn, input, key),
      post('/api/payments/confirm', turn, input, key),
      post('/api/payments/confirm', turn + 1, input, randomUUID()),
    ])
  }
  const payInByPlayerId = async (player: string, turn: number) => {
    const amount = money(limits.deposit.amount)
    const asked = { partner: partner.code, player_id: player, amount }
    const { status, text } = await post('/api/players/check', turn, asked, randomUUID())
    if (status !== 200) return
    const { check_id } = (JSON.parse(text) as { payload: { check: { check_id: string } } }).payload.check
    const key = randomUUID()
    const pay = () => post('/api/players/deposit', turn, { check_id, amount }, key)
    await Promise.all([pay(), pay()])
  }
  const reverse = ({ transaction }: Opened) =>
    partner.send('POST', `/transactions/${transaction.transaction_id}/reverse`, JSON.stringify({ reason }))
  const goToAgents = (player: string, opened: readonly Opened[]) =>
    Promise.all([...opened.map(confirm), ...times(AGENTS, (turn) => payInByPlayerId(player, turn))])

  const most: Sums = { deposit: limits.deposit.most, withdraw: limits.withdraw.most }
  const lowered: Sums = { deposit: limits.deposit.lowered, withdraw: limits.withdraw.lowered }
  for (const type of ['deposit', 'withdraw'] as const) await setLimit(type, most[type])
  const openBoth = async (player: string) => [...(await open(player, 'deposit')), ...(await open(player, 'withdraw'))]

  const one = 'limit-1'
  const opened = await openBoth(one)
  await goToAgents(one, opened)
  await expectUsedUp('at many agents', one, most)

  // What is reversed can be used again, once.
  await Promise.all([...opened.flatMap((each) => [reverse(each), reverse(each)]), goToAgents(one, await openBoth(one))])
  await expectWithin('while payments were reversed', one, most)
  await goToAgents(one, await openBoth(one))
  await expectUsedUp('after payments were reversed', one, most)

  // Lowered while agents confirm: from then on no more than the lower limit, or what was confirmed before.
  const two = 'limit-2'
  const going = goToAgents(two, await openBoth(two))
  for (const type of ['deposit', 'withdraw'] as const) await setLimit(type, lowered[type])
  await going
  const before = await expectWithin('while the limit was lowered', two, most)
  await goToAgents(two, await openBoth(two))
  const reached = (type: TransactionType) => (before[type] > lowered[type] ? before[type] : lowered[type])
  await expectWithin('after the limit was lowered', two, { deposit: reached('deposit'), withdraw: reached('withdraw') })

  const three = 'limit-3'
  const raising = goToAgents(three, await openBoth(three))
  for (const type of ['deposit', 'withdraw'] as const) await agree(target.url, await setLimit(type, most[type]))
  await raising
  await goToAgents(three, await openBoth(three))
  await expectUsedUp('after the limit was raised', three, most)
  verifier.close()
}
