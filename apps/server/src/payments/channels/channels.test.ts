import type { InputOf } from '@cashbox/contract'
import { listPending, lookUpTransaction } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromSeconds, toSeconds } from '../../platform/clock.ts'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

const reason = 'as agreed'
const read = async (code: string) => {
  const { list } = (await admin.call(contract.listChannels, {})).payload
  return only(list.filter((channel) => channel.code === code))
}

let made = 0
async function create(fees = { deposit_fee_bp: 100, withdraw_fee_bp: 50 }) {
  made += 1
  const input = { code: `channel-${made}`, name: 'A channel', currency_code: 'KZT', ...fees, reason }
  await agree(world.address, await admin.call(contract.createChannel, input))
  return read(input.code)
}

type Input = InputOf<typeof contract.setChannelFees>

/** Sets fees, with the second admin where one is needed. */
async function setAgreed(input: Input) {
  const answer = await admin.call(contract.setChannelFees, input)
  if (!answer.payload?.request) return answer
  await agree(world.address, answer)
  return { ...answer, payload: { channel: await read(input.code) } }
}

const now = () => toSeconds(world.clock.now())

describe('a channel', () => {
  test('is made without fees; those that were wished for count when a second admin agrees', async () => {
    const channel = await create()
    const began = channel.present_fee.valid_from
    const none = { deposit_fee_bp: 0, withdraw_fee_bp: 0, valid_from: null, valid_until: began, state: 'past' }
    const fee = { deposit_fee_bp: 100, withdraw_fee_bp: 50, valid_from: began, valid_until: null, state: 'present' }
    expect(channel).toEqual({
      code: channel.code,
      name: 'A channel',
      currency_code: 'KZT',
      is_demo: false,
      version: 2,
      present_fee: fee,
      next_fee: null,
      fees: [fee, none],
    })
    expect(await read(channel.code)).toEqual(channel)
    expect((await read('tashkent')).fees).toMatchObject([{ deposit_fee_bp: 200, withdraw_fee_bp: 150 }])
  })

  test.each([
    [{ code: 'tashkent' }, 'channel_exists', 'code'],
    [{ code: 'No Spaces' }, 'invalid_fields', 'code'],
    [{ currency_code: 'XQX' }, 'currency_unknown', 'currency_code'],
    [{ currency_code: 'usd' }, 'invalid_fields', 'currency_code'],
    [{ deposit_fee_bp: 10_001 }, 'invalid_fields', 'deposit_fee_bp'],
    [{ withdraw_fee_bp: -1 }, 'invalid_fields', 'withdraw_fee_bp'],
    [{ withdraw_fee_bp: 1.5 }, 'invalid_fields', 'withdraw_fee_bp'],
    [{ name: ' ' }, 'invalid_fields', 'name'],
    [{ reason: '' }, 'invalid_fields', 'reason'],
  ])('is not made with %j', async (wrong, code, field) => {
    const input = { code: 'fresh', name: 'Fresh', currency_code: 'KZT', deposit_fee_bp: 1, withdraw_fee_bp: 1, reason }
    const { failure } = await admin.call(contract.createChannel, { ...input, ...wrong })
    expect([failure.code, Object.keys(failure.errors)]).toEqual([code, [field]])
  })

  test('is renamed once by two who look at it together, and the other is refused', async () => {
    const { code, version } = await create()
    const answers = await Promise.all(
      ['One', 'Other'].map((name) => admin.call(contract.renameChannel, { code, version, name, reason })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { list } = (await admin.call(contract.listAudit, { subject_kind: 'channel', subject_id: code })).payload
    expect(list.map(({ action }) => action)).toEqual(['channel.rename', 'channel.set-fees', 'channel.create'])
    expect(list[0]).toMatchObject({ reason, before: { name: 'A channel' }, after: { name: (await read(code)).name } })
  })

  test('that is not there is not found', async () => {
    const { status } = await admin.call(contract.renameChannel, { code: 'nowhere', version: 1, name: 'x', reason })
    expect(status).toBe(404)
  })
})

describe('fees', () => {
  const set = ({ code, version }: { code: string; version: number }, deposit_fee_bp: number, valid_from?: number) =>
    setAgreed({
      code,
      version,
      deposit_fee_bp,
      withdraw_fee_bp: 10,
      reason,
      ...(valid_from === undefined ? {} : { valid_from }),
    })

  test('begin now, or at a moment to come; each ends where the next begins', async () => {
    const channel = await create()
    const inAnHour = now() + 3600
    const first = (await set(channel, 300)).payload.channel
    const { fees } = (await set(first, 400, inAnHour)).payload.channel
    expect(fees.map(({ deposit_fee_bp, state }) => [deposit_fee_bp, state])).toEqual([
      [400, 'future'],
      [300, 'present'],
      [100, 'past'],
      [0, 'past'],
    ])
    expect([fees[0]?.valid_from, fees[0]?.valid_until]).toEqual([inAnHour, null])
    expect(fees[1]?.valid_until).toBe(inAnHour)
    expect(fees[2]?.valid_until).toBe(fees[1]?.valid_from)
    const { present_fee, next_fee } = await read(channel.code)
    expect([present_fee, next_fee]).toEqual([fees[1], fees[0]])
  })

  const preview = ({ code, version }: { code: string; version: number }, deposit_fee_bp: number, valid_from?: number) =>
    admin.call(contract.previewChannelFees, {
      code,
      version,
      deposit_fee_bp,
      withdraw_fee_bp: 10,
      ...(valid_from === undefined ? {} : { valid_from }),
    })

  test.each<[string, number | undefined, { replaced: number | null; valid_until: number | null }]>([
    ['now', undefined, { replaced: null, valid_until: 7200 }],
    ['before a planned change', 3600, { replaced: null, valid_until: 7200 }],
    ['for the moment of a planned change', 7200, { replaced: 400, valid_until: null }],
  ])('set %s are tried out before: what is answered is then done, and leaves no trace', async (_when, after, said) => {
    const start = now()
    const planned = (await set(await create(), 400, start + 7200)).payload.channel
    const from = after === undefined ? undefined : start + after
    const everything = async () => [
      await read(planned.code),
      (await admin.call(contract.listAudit, { subject_kind: 'channel', subject_id: planned.code })).payload.list.length,
    ]
    const before = await everything()
    const { fee, replaced } = (await preview(planned, 500, from)).payload
    expect(await everything()).toEqual(before)
    expect(replaced?.deposit_fee_bp ?? null).toBe(said.replaced)
    expect(fee.valid_until).toBe(said.valid_until === null ? null : start + said.valid_until)
    const { fees } = (await set(planned, 500, from)).payload.channel
    const done = fees.find(({ deposit_fee_bp }) => deposit_fee_bp === 500)
    // Now is a moment later.
    expect({ ...done, valid_from: from ?? null }).toEqual({ ...fee, valid_from: from ?? null })
  })

  test('that can not be set are refused before, in the same way', async () => {
    const channel = await create()
    const codes = []
    for (const act of [preview, set]) {
      codes.push((await act(channel, 500, now() - 1)).failure.code)
      codes.push((await act({ ...channel, version: 9 }, 500)).failure.code)
    }
    expect(codes).toEqual(['fee_already_in_effect', 'version_conflict', 'fee_already_in_effect', 'version_conflict'])
  })

  test('that have not begun can be replaced and taken back; there are never two for one moment', async () => {
    const channel = await create()
    const inAnHour = now() + 3600
    const planned = (await set(channel, 400, inAnHour)).payload.channel
    const replaced = (await set(planned, 500, inAnHour)).payload.channel
    expect(replaced.fees.map(({ deposit_fee_bp }) => deposit_fee_bp)).toEqual([500, 100, 0])
    const drop = { code: channel.code, version: replaced.version, valid_from: inAnHour, reason }
    const { payload } = await admin.call(contract.cancelChannelFees, drop)
    expect(payload.channel.fees).toEqual(channel.fees)
    const again = await admin.call(contract.cancelChannelFees, { ...drop, version: payload.channel.version })
    expect(again.status).toBe(404)
    const { list } = (await admin.call(contract.listAudit, { subject_kind: 'channel', subject_id: channel.code }))
      .payload
    expect(list.map(({ action }) => action)).toEqual([
      'channel.cancel-fees',
      'channel.set-fees',
      'channel.set-fees',
      'channel.set-fees',
      'channel.create',
    ])
    expect(list[1]).toMatchObject({ before: { deposit_fee_bp: 400 }, after: { deposit_fee_bp: 500 } })
  })

  test('of the past stay as they were, and so do those that have begun', async () => {
    const channel = await create()
    const inAMinute = now() + 60
    const planned = (await set(channel, 400, inAMinute)).payload.channel
    world.clock.advance(61)
    const { code, version } = planned
    expect((await set(planned, 500, inAMinute)).failure.code).toBe('fee_already_in_effect')
    expect((await set(planned, 500, 0)).failure.code).toBe('fee_already_in_effect')
    const { failure } = await admin.call(contract.cancelChannelFees, { code, version, valid_from: inAMinute, reason })
    expect(failure.code).toBe('fee_already_in_effect')
    await expect(world.db.execute(sql`update channel_fee set deposit_fee_bp = 1`)).rejects.toThrow('append-only')
    await expect(world.db.execute(sql`delete from channel_fee`)).rejects.toThrow('append-only')
  })

  test('are refused above 100 %, and in a form that is out of date', async () => {
    const channel = await create()
    expect((await set(channel, 10_001)).failure.errors).toHaveProperty('deposit_fee_bp')
    const answers = await Promise.all([set(channel, 300), set(channel, 400), set(channel, 500)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await read(channel.code)).fees).toHaveLength(3)
  })

  test('to come count from their very moment: for looking up, in the queue, and for what is earned', async () => {
    const token = await world.logIn('approved')
    const agent = only(
      await world.db.query(sql`select id, cash_id from agent where id = ${agentOf('approved@cashbox.test')}`, {
        id: col.uuid,
        cash_id: col.int8,
      }),
    )
    const begins = now() + 3600
    const { fees: _fees, ...tashkent } = await read('tashkent')
    await setAgreed({
      code: 'tashkent',
      version: tashkent.version,
      deposit_fee_bp: 325,
      withdraw_fee_bp: 175,
      valid_from: begins,
      reason,
    })
    const bpAt = async (at: Date, type = 'deposit') =>
      only(await world.db.query(sql`select bp from fee_in_force(${agent.id}, ${type}, ${at})`, { bp: col.int4 })).bp
    expect(await bpAt(new Date(begins * 1000 - 1))).toBe(200)
    expect(await bpAt(fromSeconds(begins))).toBe(325)
    expect(await bpAt(fromSeconds(begins), 'withdraw')).toBe(175)

    const sees = async () => {
      const { transaction_id } = await world.openTransaction('deposit', '1000.00', agent.cash_id.toString())
      const look = async () =>
        (await world.call(lookUpTransaction, { transaction_id }, { token })).payload.transaction.fee
      const { list } = (await world.call(listPending, {}, { token })).payload
      const pending = list.find((one) => one.transaction_id === transaction_id)?.fee
      const before = await look()
      await world.confirm(token, { transaction_id, type: 'deposit', amount: '1000.00' })
      const { fee } = only(
        await world.db.query(sql`select fee from confirmed_payment where transaction_id = ${transaction_id}`, {
          fee: col.int8,
        }),
      )
      return { fees: [before, pending, `${fee / 100n}.${String(fee % 100n).padStart(2, '0')}`], look }
    }
    world.clock.advance(begins - now() - 5)
    const early = await sees()
    expect(early.fees).toEqual(['20.00', '20.00', '20.00'])
    world.clock.advance(begins - now())
    const late = await sees()
    expect(late.fees).toEqual(['32.50', '32.50', '32.50'])
    // What was earned is what was in force then.
    expect([await early.look(), await late.look()]).toEqual(['20.00', '32.50'])
  })

  test("are the agent's own where the agent has some", async () => {
    const [agent] = await world.db.query(
      sql`update agent set deposit_fee_bp = 0 where id = ${agentOf('fenced@cashbox.test')} returning id`,
      { id: col.uuid },
    )
    const rows = await world.db.query(
      sql`
        select bp from unnest(array['deposit', 'withdraw']) as type
        cross join lateral fee_in_force(${agent?.id}, type, ${world.clock.now()})`,
      { bp: col.int4 },
    )
    expect(rows.map(({ bp }) => bp)).toEqual([0, 175])
    const token = await world.logIn('fenced')
    const { transaction_id } = await world.openTransaction('deposit', '1000.00')
    await world.confirm(token, { transaction_id, type: 'deposit', amount: '1000.00' })
    const { payload } = await admin.call(contract.readTransaction, { transaction_id })
    expect(payload.transaction.confirmation).toMatchObject({ fee: '0.00', fee_bp: 0 })
  })
})
