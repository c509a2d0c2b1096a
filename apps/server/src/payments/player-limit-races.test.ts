import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkPlayer, depositForPlayer, formatMinor, lookUpTransaction, type TransactionType } from '@cashbox/contract'
import { listPlayerLimits, setPlayerLimit } from '@cashbox/contract/operator'
import { createTransactions, type PartnerTransaction, reverseTransaction } from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { someAgent } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setWebhook } from '../partners/set-webhook.ts'

const TYPES = ['deposit', 'withdraw'] as const
type Sums = Record<TransactionType, bigint>
const AMOUNTS: Sums = { deposit: 9_000n, withdraw: 7_000n }
const MOST: Sums = { deposit: 100_000n, withdraw: 60_000n }
const LOWERED: Sums = { deposit: 63_000n, withdraw: 28_000n }
const AGENTS = 6
/** More of each type than a limit leaves room for. */
const OPENED_EACH = 14
const reason = 'for a test'
const place = { geo_lat: '41.2995', geo_lon: '69.2401' }

interface Opened {
  readonly transaction: PartnerTransaction
  readonly code: string | null
}

/** The partner's end that answers for its players. */
const verifier = createServer((_request, response) =>
  response.end(JSON.stringify({ result: 'accepted', name: 'Aziz', min_amount: '1.00', max_amount: '10000.00' })),
)

let world: PartnerWorld
let admin: OperatorClient
let tokens: readonly string[]
beforeAll(async () => {
  world = await openPartnerWorld()
  world.clock.leaveMidnight()
  admin = await operatorOf(world.address, 'admin')
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, () => someAgent(world, { status: 'approved', float: '100000.00' })),
  )
  tokens = agents.map(({ token }) => token)
  await once(verifier.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/`
  const { partnerId } = world.partner
  await setWebhook(world.db, { partnerId, url, keyring: world.keyring, mayBePrivate: true })
  await world.db.execute(sql`update partner set verification_url = ${url} where id = ${partnerId}`)
})
afterAll(async () => {
  verifier.close()
  await world.close()
})
beforeEach(async () => {
  await world.db.execute(sql`delete from player_limit`)
  for (const type of TYPES) await setLimit(type, MOST[type])
})

/** The day is the tightest for deposits, the month for withdrawals. */
async function setLimit(type: TransactionType, most: bigint) {
  const { list } = (await admin.call(listPlayerLimits, {})).payload
  const version = list.find((one) => one.type === type)?.version ?? 0
  const sums =
    type === 'deposit'
      ? { max_per_day: formatMinor(most), max_per_week: null, max_per_month: formatMinor(most * 2n) }
      : { max_per_day: formatMinor(most * 3n), max_per_week: formatMinor(most * 2n), max_per_month: formatMinor(most) }
  const scope = { channel: null, partner: world.partner.code, currency_code: 'UZS', type, version }
  return admin.call(setPlayerLimit, { ...scope, ...sums, max_amount: null, reason })
}

async function open(player_id: string): Promise<Opened[]> {
  const transactions = TYPES.flatMap((type) =>
    Array.from({ length: OPENED_EACH }, () => newTransaction({ type, amount: formatMinor(AMOUNTS[type]), player_id })),
  )
  const { list } = (await world.partner.call(createTransactions, { transactions })).payload
  return list.flatMap(({ transaction, security_code }) => (transaction ? [{ transaction, code: security_code }] : []))
}

const tokenOf = (turn: number) => tokens[turn % AGENTS] ?? ''

/** Looks it up, and whatever the answer is, confirms it: twice with one key, and by another agent too. */
async function confirm({ transaction: { type, transaction_id, amount }, code }: Opened, turn: number) {
  await world.call(lookUpTransaction, { transaction_id }, { token: tokenOf(turn) })
  const input = { type, transaction_id, amount, ...(code === null ? {} : { security_code: code }) }
  const key = randomUUID()
  await Promise.all([
    world.confirm(tokenOf(turn), input, { key }),
    world.confirm(tokenOf(turn), input, { key }),
    world.confirm(tokenOf(turn + 1), input, { key: randomUUID() }),
  ])
}

async function payInByPlayerId(player_id: string, token: string) {
  const amount = formatMinor(AMOUNTS.deposit)
  const asked = { partner: world.partner.code, player_id, amount, ...place }
  const { status, payload } = await world.call(checkPlayer, asked, { token })
  if (status !== 200) return
  const input = { check_id: payload.check.check_id, amount, ...place }
  const key = randomUUID()
  await Promise.all([0, 1].map(() => world.call(depositForPlayer, input, { token, key })))
}

/** The player goes to all agents at once, with new transactions or with these. */
async function goToAgents(player: string, opened?: readonly Opened[]) {
  const all = opened ?? (await open(player))
  await Promise.all([...all.map(confirm), ...tokens.map((token) => payInByPlayerId(player, token))])
}

const reverse = ({ transaction: { transaction_id } }: Opened) =>
  world.partner.call(reverseTransaction, { transaction_id, reason })

async function paid(player: string): Promise<Sums> {
  const rows = await world.db.query(
    sql`select tx.type, sum(tx.amount)::bigint as sum from confirmation
        join player_transaction as tx on tx.id = player_transaction_id
        where tx.player_id = ${player} and tx.ended_as is null group by 1`,
    { type: col.text, sum: col.int8 },
  )
  const sums = new Map(rows.map(({ type, sum }) => [type, sum]))
  return { deposit: sums.get('deposit') ?? 0n, withdraw: sums.get('withdraw') ?? 0n }
}

async function expectWithin(player: string, most: Sums) {
  const sums = await paid(player)
  for (const type of TYPES) expect(sums[type], type).toBeLessThanOrEqual(most[type])
}

async function expectUsedUp(player: string, most: Sums) {
  await expectWithin(player, most)
  const sums = await paid(player)
  for (const type of TYPES) expect(sums[type] + AMOUNTS[type], type).toBeGreaterThan(most[type])
}

test('a player at many agents at once is paid no more than the limit, also while payments are reversed', async () => {
  const opened = await open('racing-1')
  await goToAgents('racing-1', opened)
  await expectUsedUp('racing-1', MOST)
  // What is reversed can be used again, once.
  await Promise.all([...[...opened, ...opened].map(reverse), goToAgents('racing-1')])
  await expectWithin('racing-1', MOST)
  await goToAgents('racing-1')
  await expectUsedUp('racing-1', MOST)
})

test('a limit that is lowered or raised while agents confirm counts from then on', async () => {
  const going = goToAgents('racing-2', await open('racing-2'))
  for (const type of TYPES) await setLimit(type, LOWERED[type])
  await going
  await expectWithin('racing-2', MOST)
  const before = await paid('racing-2')
  const reached = (type: TransactionType) => (before[type] > LOWERED[type] ? before[type] : LOWERED[type])
  await goToAgents('racing-2')
  await expectWithin('racing-2', { deposit: reached('deposit'), withdraw: reached('withdraw') })

  const raising = goToAgents('racing-3', await open('racing-3'))
  for (const type of TYPES) await agree(world.address, await setLimit(type, MOST[type]))
  await raising
  await goToAgents('racing-3')
  await expectUsedUp('racing-3', MOST)
})
