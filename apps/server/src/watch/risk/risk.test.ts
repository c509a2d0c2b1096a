import { randomBytes } from 'node:crypto'
import { parseMinor, type TransactionType } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../access/sessions.ts'
import { openTransactions } from '../../payments/transactions/open-transaction.ts'
import { scanForRisk } from './scan-for-risk.ts'

const DAY = 24 * 60 * 60

let world: World
let risk: OperatorClient
beforeAll(async () => {
  world = await openWorld({ env: { CASHBOX_TRUST_PROXY: 'loopback' } })
  risk = await operatorOf(world.address, 'risk')
})
afterAll(() => world.close())

// Days are counted.
beforeEach(() => world.clock.leaveMidnight())

async function wait(seconds: number) {
  world.clock.advance(seconds)
  if (seconds >= 3600) risk = await operatorOf(world.address, 'risk')
}

let addresses = 0

interface Visit {
  readonly type?: TransactionType
  readonly amount?: string
  readonly player?: string
  readonly lat?: string
  readonly lon?: string
  readonly accuracy?: number
  readonly ip?: string
}

/** An approved agent with a device and an address that no one else has, unless the test says so. */
async function newAgent({ geoArea = 20_100_000, fingerprint = randomBytes(8).toString('hex') } = {}) {
  const agent = await someAgent(world, { status: 'approved', float: '100000.00', geoArea })
  const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'en' as const }
  const token = await world.db.transaction((tx) =>
    openSession(tx, world.clock, agent.id, { remember: true, caller, device: { fingerprint } }),
  )
  addresses += 1
  const ownIp = `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
  let visits = 0
  async function confirm({ type = 'deposit', amount = '10.00', player, lat, lon, accuracy, ip = ownIp }: Visit = {}) {
    visits += 1
    const opened = await openFor(agent.id, type, amount, player ?? `player-${agent.cashId}-${visits}`)
    const { status, failure } = await world.confirm(
      token,
      {
        type,
        amount,
        transaction_id: opened.transactionId,
        ...(opened.securityCode === null ? {} : { security_code: opened.securityCode }),
        geo_lat: lat ?? `41.2995${visits % 10}${visits}`,
        geo_lon: lon ?? '69.2401',
        geo_accuracy: accuracy ?? 20,
      },
      { headers: { 'x-forwarded-for': ip } },
    )
    if (status !== 200) throw new Error(failure.message)
    return opened.transactionId
  }
  return { ...agent, confirm }
}

async function openFor(agentId: string, type: TransactionType, amount: string, playerId: string) {
  const { partner, channel } = only(
    await world.db.query(
      sql`
        select partner.id as partner, agent.channel_id as channel from partner cross join agent
        where partner.code = 'sandbox' and agent.id = ${agentId}`,
      { partner: col.uuid, channel: col.uuid },
    ),
  )
  const createdAt = world.clock.now()
  const opened = await world.db.transaction((tx) =>
    openTransactions(tx, world.keyring, [
      {
        partnerId: partner,
        channelId: channel,
        agentId,
        type,
        amount: parseMinor(amount) ?? 0n,
        playerId,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + DAY * 1000),
      },
    ]),
  )
  return only(opened)
}

/** The worker's look, after the time that confirmations are given to settle. */
/** Returns how many rows it read. */
async function look(): Promise<number> {
  world.clock.advance(100)
  let read = 0
  const counting: typeof world.db = {
    ...world.db,
    transaction: (work) =>
      world.db.transaction((tx) =>
        work({
          ...tx,
          query: async (statement, columns) => {
            const rows = await tx.query(statement, columns)
            read += rows.length
            return rows
          },
        }),
      ),
  }
  await scanForRisk({ db: counting, clock: world.clock })
  return read
}

const signalsOf = async (cashId: string) =>
  (await risk.call(contract.readRiskAgent, { cash_id: cashId })).payload.agent.signals
const kindsOf = async ({ cashId }: { cashId: string }) => (await signalsOf(cashId)).map(({ kind }) => kind)

const dismiss = ({ id, version }: contract.RiskSignal, client = risk) =>
  client.call(contract.dismissRiskSignal, { signal_id: id, version, reason: 'spoke to them' })

/** Three days, four confirmations each. */
async function workDays(
  agents: { confirm(visit: Visit): Promise<unknown> }[],
  visit: (index: number) => Visit,
  days = 3,
) {
  for (let day = 0; day < days; day += 1) {
    for (let number = 0; number < 4; number += 1) {
      for (const agent of agents) await agent.confirm(visit(day * 4 + number))
      world.clock.advance(60)
    }
    await wait(DAY)
  }
}

describe('each signal fires on its case and not on its harmless neighbour', () => {
  test('every location the same to the last digit for days', async () => {
    const [still, wandering, brief] = [await newAgent(), await newAgent(), await newAgent()]
    const point = { lat: '41.299512', lon: '69.240111' }
    await workDays([still], () => point)
    await workDays([wandering], (index) => (index === 10 ? { ...point, lat: '41.299513' } : point))
    await workDays([brief], () => point, 2)
    await look()
    const [signal] = await signalsOf(still.cashId)
    expect(signal).toMatchObject({ kind: 'identical_location', subject: '', weight: 30, dismissed: null })
    expect(signal?.facts).toEqual({ lat: 41.299512, lon: 69.240111, days: 3, confirmations: 12 })
    expect(signal?.confirmations).toHaveLength(12)
    expect(signal?.confirmations[0]).toMatchObject({ number: 12, geo_lat: '41.299512', geo_lon: '69.240111' })
    expect(await kindsOf(wandering)).toEqual([])
    expect(await kindsOf(brief)).toEqual([])
  })

  test('faster from one location to the next than an airliner', async () => {
    const [quick, flying, vague] = [await newAgent(), await newAgent(), await newAgent()]
    const [tashkent, istanbul] = [
      { lat: '41.2995', lon: '69.2401' },
      { lat: '41.0082', lon: '28.9784' },
    ]
    const ids = [await quick.confirm(tashkent)]
    await flying.confirm(tashkent)
    await vague.confirm({ ...tashkent, accuracy: 2_000_000 })
    await wait(3600)
    ids.push(await quick.confirm(istanbul))
    await vague.confirm({ ...istanbul, accuracy: 2_000_000 })
    await wait(4 * 3600)
    await flying.confirm(istanbul)
    await look()
    const [signal] = await signalsOf(quick.cashId)
    expect(signal).toMatchObject({ kind: 'impossible_travel', weight: 40, facts: { times: 1 } })
    expect(Number(signal?.facts['fastest_m_s'])).toBeGreaterThan(900)
    expect(signal?.confirmations.map(({ transaction_id }) => transaction_id)).toEqual(ids.toReversed())
    expect(await kindsOf(flying)).toEqual([])
    expect(await kindsOf(vague)).toEqual([])
  })

  test('most locations worse than the area that the agent has to be in', async () => {
    const [poor, good] = [await newAgent({ geoArea: 300 }), await newAgent({ geoArea: 300 })]
    for (let index = 0; index < 10; index += 1) {
      await poor.confirm({ accuracy: index < 5 ? 301 : 20 })
      await good.confirm({ accuracy: index < 4 ? 301 : 300 })
    }
    await look()
    expect(await signalsOf(poor.cashId)).toMatchObject([
      { kind: 'low_accuracy', weight: 15, facts: { share: 0.5, confirmations: 5, of: 10, area_m: 300, worst_m: 301 } },
    ])
    expect(await kindsOf(good)).toEqual([])
  })

  test('several agents on one device', async () => {
    const fingerprint = 'f'.repeat(20)
    const [one, other, alone] = [await newAgent({ fingerprint }), await newAgent({ fingerprint }), await newAgent()]
    await one.confirm()
    const id = await other.confirm()
    await alone.confirm()
    await alone.confirm()
    await look()
    expect(await signalsOf(one.cashId)).toMatchObject([
      {
        kind: 'shared_device',
        subject: fingerprint,
        weight: 25,
        other_agents: [{ cash_id: other.cashId, transaction_id: id }],
      },
    ])
    expect(await signalsOf(other.cashId)).toMatchObject([{ other_agents: [{ cash_id: one.cashId }] }])
    expect(await kindsOf(alone)).toEqual([])
  })

  test('several agents behind one address, but not the many behind one of a phone company', async () => {
    const [one, other] = [await newAgent(), await newAgent()]
    for (const agent of [one, other]) await agent.confirm({ ip: '198.51.100.7' })
    const many = await Promise.all(Array.from({ length: 6 }, () => newAgent()))
    for (const agent of many) await agent.confirm({ ip: '203.0.113.9' })
    await look()
    expect(await signalsOf(one.cashId)).toMatchObject([
      { kind: 'shared_ip', subject: '198.51.100.7', weight: 10, other_agents: [{ cash_id: other.cashId }] },
    ])
    for (const agent of many) expect(await kindsOf(agent)).toEqual([])
  })

  test('one player who deposits and withdraws about the same, again and again', async () => {
    const [looping, twice, unlike, slow, many] = await Promise.all(Array.from({ length: 5 }, () => newAgent()))
    if (!looping || !twice || !unlike || !slow || !many) throw new Error('too few agents')
    for (let round = 0; round < 3; round += 1) {
      const player = 'same'
      await looping.confirm({ player, amount: '500.00' })
      await looping.confirm({ player, type: 'withdraw', amount: '480.00' })
      if (round < 2) await twice.confirm({ player, amount: '500.00' })
      if (round < 2) await twice.confirm({ player, type: 'withdraw', amount: '500.00' })
      await unlike.confirm({ player, amount: '500.00' })
      await unlike.confirm({ player, type: 'withdraw', amount: '470.00' })
      await many.confirm({ player: `a${round}`, amount: '500.00' })
      await many.confirm({ player: `a${round}`, type: 'withdraw', amount: '500.00' })
      await slow.confirm({ player, amount: `${round + 1}00.00` })
      await wait(2 * 3600)
      await slow.confirm({ player, type: 'withdraw', amount: `${round + 1}00.00` })
      await wait(2 * 3600)
    }
    await look()
    const [signal] = await signalsOf(looping.cashId)
    expect(signal).toMatchObject({
      kind: 'circular_payments',
      subject: 'sandbox same',
      weight: 45,
      facts: { times: 3 },
    })
    expect(signal?.confirmations.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1])
    for (const agent of [twice, unlike, slow, many]) expect(await kindsOf(agent)).toEqual([])
  })
})

describe('the look at new confirmations', () => {
  test('reads no more of one player who pays in circles than of many who do not', async () => {
    const [circling, ordinary] = [await newAgent(), await newAgent()]
    await look()
    const readBy = async (agent: typeof circling, player?: string) => {
      for (let round = 0; round < 2; round += 1) {
        for (const type of ['deposit', 'withdraw'] as const) {
          for (let visit = 0; visit < 40; visit += 1) await agent.confirm({ type, ...(player && { player }) })
        }
      }
      return look()
    }
    const [few, many] = [await readBy(ordinary), await readBy(circling, 'circling')]
    expect(few).toBeGreaterThan(160)
    expect(many).toBeLessThan(2 * few)
    expect(await signalsOf(circling.cashId)).toMatchObject([{ kind: 'circular_payments', facts: { times: 80 } }])
  }, 60_000)

  test('that waits for more than five minutes is an alert', async () => {
    await look()
    const lateJobs = async () =>
      (await risk.call(contract.listAlerts, {})).payload.list.filter(({ kind }) => kind === 'jobs_late')
    await (await newAgent()).confirm()
    await wait(200)
    expect(await lateJobs()).toEqual([])
    await wait(200)
    expect(await lateJobs()).toHaveLength(1)
    await look()
    expect(await lateJobs()).toEqual([])
  })

  test('sees each of them once, with any number of workers, and goes on after one that died', async () => {
    const agent = await newAgent()
    for (let round = 0; round < 3; round += 1) {
      await agent.confirm({ player: 'p', amount: '50.00' })
      await agent.confirm({ player: 'p', type: 'withdraw', amount: '50.00' })
    }
    world.clock.advance(100)
    const dying: typeof world.db = {
      ...world.db,
      transaction: (work) =>
        world.db.transaction(async (tx) => {
          await work(tx)
          throw new Error('the worker died')
        }),
    }
    await expect(scanForRisk({ db: dying, clock: world.clock })).rejects.toThrow('the worker died')
    expect(await kindsOf(agent)).toEqual([])
    await Promise.all([scanForRisk(world), scanForRisk(world), scanForRisk(world)])
    expect(await signalsOf(agent.cashId)).toMatchObject([{ facts: { times: 3 }, version: 1 }])
    await agent.confirm()
    await look()
    expect(await signalsOf(agent.cashId)).toMatchObject([{ facts: { times: 3 }, version: 1 }])
  })

  test('leaves alone what the program itself confirmed, such as the history of the sandbox', async () => {
    await look()
    expect(await signalsOf('100001')).toEqual([])
  })
})

describe('the ranking', () => {
  const ranked = async (input = {}) => (await risk.call(contract.listRiskAgents, input)).payload

  test('is by the sum of weights, page by page, each agent once', async () => {
    const all = (await ranked({ limit: '200' })).list
    expect(all.length).toBeGreaterThan(4)
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a))
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof ranked>> = await ranked({ limit: '2', ...(cursor ? { cursor } : {}) })
      paged.push(...page.list.map(({ cash_id }) => cash_id))
      cursor = page.next_cursor
      world.clock.advance(600)
    } while (cursor !== null)
    expect(paged).toEqual(all.map(({ cash_id }) => cash_id))
    const devices = (await ranked({ kind: 'shared_device' })).list
    expect(devices.length).toBe(2)
    expect(devices.every(({ kinds }) => kinds.includes('shared_device'))).toBe(true)
  })

  test('fades over thirty days', async () => {
    const agent = await newAgent()
    const other = await newAgent()
    for (const one of [agent, other]) await one.confirm({ ip: '198.51.100.99' })
    await look()
    const score = async () => (await risk.call(contract.readRiskAgent, { cash_id: agent.cashId })).payload.agent.score
    expect(await score()).toBeCloseTo(10, 1)
    await wait(15 * DAY)
    expect(await score()).toBeCloseTo(5, 1)
    await wait(16 * DAY)
    expect(await score()).toBe(0)
    expect((await ranked({ limit: '200' })).list.map(({ cash_id }) => cash_id)).not.toContain(agent.cashId)
  })

  test('is not for support or finance', async () => {
    for (const role of ['support', 'finance'] as const) {
      const { failure } = await (await operatorOf(world.address, role)).call(contract.listRiskAgents, {})
      expect(failure.code).toBe('role_not_allowed')
    }
  })
})

describe('a dismissed signal', () => {
  async function loopTimes(agent: Awaited<ReturnType<typeof newAgent>>, times: number) {
    for (let round = 0; round < times; round += 1) {
      await agent.confirm({ player: 'again', amount: '50.00' })
      await agent.confirm({ player: 'again', type: 'withdraw', amount: '50.00' })
    }
    await look()
  }

  test('counts no more, with a reason on record, until there is as much new evidence', async () => {
    const agent = await newAgent()
    await loopTimes(agent, 3)
    const signal = only(await signalsOf(agent.cashId))
    const { payload } = await dismiss(signal)
    expect(payload.signal.dismissed).toMatchObject({ by: 'Sandbox risk', reason: 'spoke to them' })
    const read = async () => (await risk.call(contract.readRiskAgent, { cash_id: agent.cashId })).payload.agent
    expect((await read()).score).toBe(0)
    const [entry] = (await risk.call(contract.listAudit, { action: 'risk.dismiss', subject_id: agent.id })).payload.list
    expect(entry).toMatchObject({
      subject_kind: 'agent',
      reason: 'spoke to them',
      before: { kind: 'circular_payments', is_dismissed: false },
      after: { kind: 'circular_payments', is_dismissed: true },
    })

    await loopTimes(agent, 2)
    expect((await read()).signals[0]?.dismissed).not.toBeNull()
    await loopTimes(agent, 1)
    expect((await read()).signals).toMatchObject([{ id: signal.id, dismissed: null, facts: { times: 3 } }])
    expect((await read()).score).toBeGreaterThan(40)
  })

  test('is dismissed by one of two who do it at once, and not by who has seen less', async () => {
    const agent = await newAgent()
    await loopTimes(agent, 3)
    const seen = only(await signalsOf(agent.cashId))
    await loopTimes(agent, 1)
    expect((await dismiss(seen)).failure.code).toBe('version_conflict')
    const fresh = only(await signalsOf(agent.cashId))
    const admin = await operatorOf(world.address, 'admin')
    const answers = await Promise.all([dismiss(fresh), dismiss(fresh, admin)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await world.verify()).toEqual([])
  })

  test('about a shared device comes back with another agent on it, and not with the same ones', async () => {
    const fingerprint = 'e'.repeat(20)
    const [one, other] = [await newAgent({ fingerprint }), await newAgent({ fingerprint })]
    for (const agent of [one, other]) await agent.confirm()
    await look()
    await dismiss(only(await signalsOf(one.cashId)))
    for (const agent of [one, other]) await agent.confirm()
    await look()
    expect(only(await signalsOf(one.cashId)).dismissed).not.toBeNull()
    const third = await newAgent({ fingerprint })
    for (const agent of [third, one]) await agent.confirm()
    await look()
    expect(await signalsOf(one.cashId)).toMatchObject([{ dismissed: null, other_agents: [{ cash_id: third.cashId }] }])
  })
})
