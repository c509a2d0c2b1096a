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
const TYPES = ['deposit', 'withdraw'] as const

type Sums = Record<TransactionType, bigint>

/** In minor units. */
const AMOUNTS: Sums = { deposit: 9_000n, withdraw: 7_000n }
const MOST: Sums = { deposit: 100_000n, withdraw: 60_000n }
const LOWERED: Sums = { deposit: 63_000n, withdraw: 28_000n }

interface Opened {
  readonly transaction: PartnerTransaction
  readonly code: string | null
}

const money = (minor: bigint) => `${minor / 100n}.00`
const { geo_lat, geo_lon } = confirmation(0)
const place = { geo_lat, geo_lon }

/** One player at many agents at once, with reversals and changed limits: no more is confirmed than the player may. */
export async function attackThePlayerLimits(target: Target, { operators: { admin } }: People, tally: Tally) {
  const partner = await openPartner(target.url, () => admin)
  const verifier = await listen((_text, _request, response) =>
    response.end(JSON.stringify({ result: 'accepted', name: 'Aziz', min_amount: '1.00', max_amount: '10000.00' })),
  )
  await partner.receiveAt(verifier.url)
  const changed = { ...(await partner.asItIs()), verification_url: verifier.url }
  await agree(target.url, await admin.call(changePartner, changed))

  /** A week or a month is tighter than the day for one of the types each. */
  const setLimit = async (type: TransactionType, most: bigint) => {
    const { list } = (await admin.call(listPlayerLimits, {})).payload
    const version = list.find((one) => one.partner === partner.code && one.type === type)?.version ?? 0
    const scope = { channel: null, partner: partner.code, currency_code: 'UZS', type, version }
    const sums =
      type === 'deposit'
        ? { max_per_day: money(most), max_per_week: null, max_per_month: money(most * 2n) }
        : { max_per_day: money(most * 3n), max_per_week: money(most * 2n), max_per_month: money(most) }
    return admin.call(setPlayerLimit, { ...scope, ...sums, max_amount: null, reason: 'To be attacked.' })
  }
  const expectWithin = async (what: string, player: string, most: Sums): Promise<Sums> => {
    const { rows } = await target.db.query<{ type: TransactionType; sum: string }>(
      `select tx.type, sum(tx.amount) as sum from confirmation as done join player_transaction as tx on tx.id = done.player_transaction_id
       where tx.player_id = $1 and tx.ended_as is null group by 1`,
      [player],
    )
    const sums: Sums = { deposit: 0n, withdraw: 0n }
    for (const { type, sum } of rows) sums[type] = BigInt(sum)
    for (const type of TYPES)
      if (sums[type] > most[type]) tally.finding(`${what}: ${sums[type]} instead of ${most[type]} by ${type}`)
    return sums
  }
  const expectUsedUp = async (what: string, player: string, most: Sums) => {
    const sums = await expectWithin(what, player, most)
    for (const type of TYPES)
      if (sums[type] + AMOUNTS[type] <= most[type]) tally.finding(`${what}: the rest of ${type} was refused`)
  }

  const open = async (player_id: string): Promise<Opened[]> => {
    const transactions = TYPES.flatMap((type) =>
      times(40, () => {
        const payment = { type, amount: money(AMOUNTS[type]), currency_code: 'UZS', channel: 'tashkent' }
        return { ...payment, player_id, reference: randomUUID() }
      }),
    )
    const { list } = (await partner.call(createTransactions, { transactions })).payload
    return list.flatMap(({ transaction, security_code }) => (transaction ? [{ transaction, code: security_code }] : []))
  }
  const post = (path: string, turn: number, input: object, key?: string) =>
    tally.ask(FIRST_AGENT + (turn % AGENTS), path, { ...input, ...place }, key ? { 'idempotency-key': key } : {})
  /** Looks it up, and whatever the answer is, confirms it: twice with one key, and by another agent too. */
  const confirm = async ({ transaction: { type, transaction_id, amount }, code }: Opened, turn: number) => {
    await post('/api/payments/lookup', turn, { transaction_id })
    const input = { type, transaction_id, amount, ...(code === null ? {} : { security_code: code }) }
    const key = randomUUID()
    await Promise.all([
      post('/api/payments/confirm', turn, input, key),
      post('/api/payments/confirm', turn, input, key),
      post('/api/payments/confirm', turn + 1, input, randomUUID()),
    ])
  }
  const payInByPlayerId = async (player_id: string, turn: number) => {
    const amount = money(AMOUNTS.deposit)
    const asked = { partner: partner.code, player_id, amount }
    const { status, text } = await post('/api/players/check', turn, asked, randomUUID())
    if (status !== 200) return
    const { check_id } = (JSON.parse(text) as { payload: { check: { check_id: string } } }).payload.check
    const key = randomUUID()
    await Promise.all(times(2, () => post('/api/players/deposit', turn, { check_id, amount }, key)))
  }
  const reverse = ({ transaction }: Opened) =>
    partner.send('POST', `/transactions/${transaction.transaction_id}/reverse`, '{"reason":"To be attacked."}')
  /** New transactions, or these. */
  const goToAgents = async (player: string, opened?: readonly Opened[]) => {
    const all = opened ?? (await open(player))
    await Promise.all([...all.map(confirm), ...times(AGENTS, (turn) => payInByPlayerId(player, turn))])
  }

  for (const type of TYPES) await setLimit(type, MOST[type])
  const one = 'limit-1'
  const opened = await open(one)
  await goToAgents(one, opened)
  await expectUsedUp('at many agents', one, MOST)

  // What is reversed can be used again, once.
  await Promise.all([...[...opened, ...opened].map(reverse), goToAgents(one)])
  await expectWithin('while payments were reversed', one, MOST)
  await goToAgents(one)
  await expectUsedUp('after payments were reversed', one, MOST)

  // Lowered while agents confirm: from then on no more than the lower limit, or what was confirmed before.
  const two = 'limit-2'
  const going = goToAgents(two, await open(two))
  for (const type of TYPES) await setLimit(type, LOWERED[type])
  await going
  const before = await expectWithin('while the limit was lowered', two, MOST)
  await goToAgents(two)
  const reached = (type: TransactionType) => (before[type] > LOWERED[type] ? before[type] : LOWERED[type])
  await expectWithin('after the limit was lowered', two, { deposit: reached('deposit'), withdraw: reached('withdraw') })

  const three = 'limit-3'
  const raising = goToAgents(three, await open(three))
  for (const type of TYPES) await agree(target.url, await setLimit(type, MOST[type]))
  await raising
  await goToAgents(three)
  await expectUsedUp('after the limit was raised', three, MOST)
  verifier.close()
}
