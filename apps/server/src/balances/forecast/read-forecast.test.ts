import { getForecast, noticeKinds, setNoticeSettings } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../access/sessions.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAYS = 8
const FIRST_DAY = Date.UTC(2030, 2, 4)
const HOUR_MS = 60 * 60 * 1000
const moment = (day: number, hour: number) => new Date(FIRST_DAY + (day * 24 + hour) * HOUR_MS)

/** 1,000 at ten, at noon and at two, every day. */
async function busyAgent(float: string) {
  world.clock.standAt(moment(0, 8))
  const agent = await someAgent(world, { status: 'approved', float })
  // The other one would not live for a week.
  const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'en' as const }
  const token = await world.db.transaction((tx) =>
    openSession(tx, world.clock, agent.id, { remember: true, caller, device: {} }),
  )
  for (let day = 0; day < DAYS; day += 1) {
    for (const hour of [10, 12, 14]) {
      world.clock.standAt(moment(day, hour))
      const { transaction_id } = await world.openTransaction('deposit', '1000.00', agent.cashId)
      const { failure } = await world.confirm(token, { type: 'deposit', transaction_id, amount: '1000.00' })
      expect(failure.code).toBeUndefined()
    }
  }
  world.clock.standAt(moment(DAYS, 9))
  return { ...agent, token, ask: async () => (await world.call(getForecast, {}, { token })).payload }
}

test('an agent is told until when the balance lasts at their pace, and the hours are counted once', async () => {
  const { id, token, ask } = await busyAgent('25500.00')
  const answer = { lasts_until: moment(DAYS, 12.5).getTime() / 1000, low_below: null }
  // On a busy machine the first answer may come before all is counted.
  await expect.poll(ask, { timeout: 60_000 }).toEqual(answer)
  expect(await Promise.all([ask(), ask()])).toEqual([answer, answer])
  const counted = () =>
    world.db.query(sql`select sum(payments)::integer as payments from hourly_flow where agent_id = ${id}`, {
      payments: col.int4,
    })
  expect(await counted()).toEqual([{ payments: 3 * DAYS }])
  world.clock.standAt(moment(DAYS, 10))
  const { transaction_id } = await world.openTransaction('deposit', '1000.00')
  await world.confirm(token, { type: 'deposit', transaction_id, amount: '1000.00' })
  world.clock.standAt(moment(DAYS, 11.5))
  expect((await ask()).lasts_until).toBe(answer.lasts_until)
  expect(await counted()).toEqual([{ payments: 3 * DAYS + 1 }])
})

test('an agent whose balance is below the sum that they chose is told so', async () => {
  const { token, ask } = await busyAgent('99000.00')
  const chosen = { push: [...noticeKinds], email: [], quiet_from: null, quiet_until: null, low_float: '80000.00' }
  expect(await ask()).toEqual({ lasts_until: null, low_below: null })
  await world.call(setNoticeSettings, chosen, { token })
  expect((await ask()).low_below).toBe('80000.00')
})

test('an agent who may not confirm has no forecast', async () => {
  const { payload } = await world.call(getForecast, {}, { token: await world.logIn('suspended') })
  expect(payload).toEqual({ lasts_until: null, low_below: null })
})
