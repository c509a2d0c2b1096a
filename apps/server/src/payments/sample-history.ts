import type { TransactionType } from '@cashbox/contract'
import { col, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { openAccount, postMovement } from '../ledger/movements.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { confirmGroup, hashSecurityCode } from './confirm-payment.ts'
import { newSecurityCode, newTransactionId, openTransactions } from './transactions/open-transaction.ts'

const WEEK_MS = 7 * DAY_MS
const MINUTE_MS = 60_000
/** When points open, in UTC, and for how long. */
const [OPENS_AT, OPEN_MINUTES] = [9 * 60, 12 * 60]
/** How much of a day's business is written of today: the rest happens in the demonstration. */
const SHARE_OF_TODAY = 0.25
const MONTHS = 6
const GROUP = 50
const DEMO_PER_DAY = 2
const FIVE_DOLLARS = 500n

export interface SampleOptions {
  readonly keyring: Keyring
  readonly agentId: string
  readonly partnerId: string
  readonly now: Date
  readonly perDay: number
  /** What the smallest amount is, in minor units. */
  readonly unit: bigint
  /**
   * A top-up every week, and some payments of today. Points close at the time that it is now, so that a comparison with
   * the same time of an earlier day is with all of its business. Otherwise one top-up, and nothing of today.
   */
  readonly isUpToNow?: boolean
  /** With an event for each, as if the partner had it already: positions are counted from them. */
  readonly hasEvents?: boolean
}

interface SamplePayment {
  readonly type: TransactionType
  readonly amount: bigint
  readonly at: Date
  readonly playerId: string
  readonly transactionId: string
  readonly securityCode: string
}

/** Six months of ordinary business, confirmed through the same function as everything else. */
export async function writeSampleHistory(tx: Tx, options: SampleOptions): Promise<void> {
  const { agentId, keyring, partnerId } = options
  const agent = await queryOne(tx, {
    channel_id: col.uuid,
    currency_code: col.text,
    float_id: col.int8,
    geo_lat: col.nullable(col.float8),
    geo_lon: col.nullable(col.float8),
  })`
    select agent.channel_id, channel.currency_code, agent.float_id, agent.geo_lat, agent.geo_lon
    from agent join channel on channel.id = agent.channel_id where agent.id = ${agentId}`
  const past = inventPayments(options)
  await openTransactions(
    tx,
    keyring,
    past.map((one) => ({
      ...one,
      partnerId,
      channelId: agent.channel_id,
      agentId,
      createdAt: new Date(one.at.getTime() - 10 * 60_000),
      expiresAt: new Date(one.at.getTime() + DAY_MS),
    })),
  )
  let float = 0n
  for (const paid of options.isUpToNow ? byWeek(past) : [past]) {
    const before = (paid[0]?.at ?? options.now).getTime() - (options.isUpToNow ? MINUTE_MS : DAY_MS)
    const amount = options.isUpToNow ? shortageOf(float, paid) : sumOfDeposits(paid)
    await topUp(tx, agent.float_id, agent.currency_code, amount, new Date(before))
    await confirmAll(tx, options, agent, paid)
    float += amount + effectOf(paid)
  }
}

async function confirmAll(
  tx: Tx,
  { agentId, keyring, partnerId, hasEvents = false }: SampleOptions,
  agent: { readonly geo_lat: number | null; readonly geo_lon: number | null },
  payments: readonly SamplePayment[],
) {
  for (let start = 0; start < payments.length; start += GROUP) {
    const judged = await confirmGroup(
      tx,
      payments.slice(start, start + GROUP).map((one) => ({
        agent_id: agentId,
        type: one.type,
        transaction_id: one.transactionId,
        amount: one.amount.toString(),
        code_hash: hashSecurityCode(keyring, one.transactionId, one.securityCode),
        lat: agent.geo_lat,
        lon: agent.geo_lon,
        at: one.at,
        ...(hasEvents ? { event_id: uuidv7() } : {}),
      })),
    )
    const refused = judged.find(({ outcome }) => outcome !== 'confirmed')
    if (refused) throw new Error(`sample history was refused: ${refused.outcome}`)
  }
  if (hasEvents)
    await tx.execute(sql`
      update outbox_event set next_attempt_at = null, delivered_at = created_at, is_skipped = true
      where partner_id = ${partnerId} and delivered_at is null`)
}

const byWeek = (past: readonly SamplePayment[]): SamplePayment[][] =>
  Object.values(Object.groupBy(past, ({ at }) => Math.floor(at.getTime() / WEEK_MS))).map((week) => week ?? [])

const effectOf = (payments: readonly SamplePayment[]) =>
  payments.reduce((sum, { type, amount }) => (type === 'deposit' ? sum - amount : sum + amount), 0n)

/** What has to be topped up first, so that the float covers each of the payments. */
function shortageOf(float: bigint, payments: readonly SamplePayment[]): bigint {
  let [now, lowest] = [float, 0n]
  for (const payment of payments) {
    now += effectOf([payment])
    if (now < lowest) lowest = now
  }
  return -lowest
}

const sumOfDeposits = (past: readonly SamplePayment[]) =>
  past.reduce((sum, { type, amount }) => (type === 'deposit' ? sum + amount : sum), 0n)

/** Money to do business with, as a top-up that came in over a rail of the sandbox. */
async function topUp(tx: Tx, floatId: bigint, asset: string, amount: bigint, at: Date) {
  if (amount === 0n) return
  const railId = await openAccount(tx, { kind: 'rail', party: 'sandbox', asset })
  await postMovement(tx, { kind: 'top_up', reference: uuidv7(), from: railId, to: floatId, amount, at })
}

/** Busier at weekends and month by month, more deposits than withdrawals, round sums, players who come back. */
function inventPayments({ now, perDay, unit, isUpToNow = false }: SampleOptions): SamplePayment[] {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1)
  const days = Math.floor((now.getTime() - start) / DAY_MS) + (isUpToNow ? 1 : 0)
  const [opens, minutesOpen] = isUpToNow ? hoursUntil(now) : [OPENS_AT, OPEN_MINUTES]
  const past: SamplePayment[] = []
  for (let day = 0; day < days; day++) {
    const weekday = new Date(start + day * DAY_MS).getUTCDay()
    const busy = (weekday === 0 || weekday === 6 ? 1.4 : 1) * (0.8 + (0.4 * day) / days)
    const share = isUpToNow && day === days - 1 ? SHARE_OF_TODAY : 1
    const count = Math.round(perDay * busy * share * (0.5 + Math.random()))
    const minutes = Array.from({ length: count }, () => opens + Math.floor(Math.random() * minutesOpen)).toSorted(
      (a, b) => a - b,
    )
    for (const minute of minutes) past.push(inventPayment(new Date(start + day * DAY_MS + minute * 60_000), unit))
  }
  return past.filter(({ at }) => at < now)
}

function hoursUntil(now: Date): readonly [opens: number, minutesOpen: number] {
  const closes = now.getUTCHours() * 60 + now.getUTCMinutes()
  return [Math.max(0, closes - OPEN_MINUTES), Math.max(1, Math.min(closes, OPEN_MINUTES))]
}

const inventPayment = (at: Date, unit: bigint): SamplePayment => ({
  type: Math.random() < 0.65 ? 'deposit' : 'withdraw',
  amount: BigInt(1 + Math.floor(Math.random() ** 3 * 300)) * unit,
  at,
  playerId: String(48_210_000 + Math.floor(Math.random() * 400)),
  transactionId: newTransactionId(),
  securityCode: newSecurityCode(),
})

/** What a demo agent finds to confirm. The mail with their credentials lists them, so they are derived from the cash ID. */
export const samplesFor = (cashId: string) =>
  [
    { type: 'deposit', amount: 15_000n },
    { type: 'deposit', amount: 4_550n },
    { type: 'deposit', amount: 120_050n },
    { type: 'withdraw', amount: 8_000n },
    { type: 'withdraw', amount: 25_000n },
    { type: 'withdraw', amount: 9_999n },
  ].map(({ type, amount }, index) => ({
    type: type as TransactionType,
    amount,
    transactionId: `D${cashId}${'ABCDEF'[index]}`,
    securityCode: '123456',
  }))

const SAMPLE_DAYS = 90

async function openSamples(tx: Tx, { keyring, agentId, partnerId, now }: Omit<SampleOptions, 'perDay' | 'unit'>) {
  const { cash_id, channel_id } = await queryOne(tx, { cash_id: col.int8, channel_id: col.uuid })`
    select cash_id, channel_id from agent where id = ${agentId}`
  await openTransactions(
    tx,
    keyring,
    samplesFor(cash_id.toString()).map((sample, index) => ({
      ...sample,
      partnerId,
      channelId: channel_id,
      agentId,
      playerId: String(48_210_001 + index),
      createdAt: now,
      expiresAt: new Date(now.getTime() + SAMPLE_DAYS * DAY_MS),
    })),
  )
}

/** Fills a demo account with six months of history and something to confirm, with players who are not real. */
export const prepareDemo =
  ({ clock, keyring }: Pick<Services, 'clock' | 'keyring'>) =>
  async (tx: Tx, agentId: string): Promise<void> => {
    const { id: partnerId } = await queryOne(tx, { id: col.uuid })`
      select id from partner where code = 'demo'`
    const options = { keyring, agentId, partnerId, now: clock.now() }
    await writeSampleHistory(tx, { ...options, perDay: DEMO_PER_DAY, unit: FIVE_DOLLARS })
    await openSamples(tx, options)
  }
