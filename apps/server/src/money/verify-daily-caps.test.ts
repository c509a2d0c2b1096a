import { setAgentTerms } from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verify } from '../platform/verify.ts'
import { dailyCapChecks } from './verify.ts'

const [aboveCap, belowAudit, notAudited, otherCap] = dailyCapChecks.map(({ rule }) => rule)
const LIMITS = { UZS: '1000.00', USDT: '2.00' }

let world: Awaited<ReturnType<typeof openMoneyWorld>>
let agent: Awaited<ReturnType<typeof world.newAgent>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.setApprovalLimit(LIMITS, { UZS: '2500.00', USDT: '5.00' })
  await world.wait(1)
  agent = await world.newAgent()
})

/** Of this day: earlier tests leave their findings behind. */
async function findings() {
  const today = world.clock.now().toISOString().slice(0, 10)
  const found = await verify(world.db, dailyCapChecks)
  const isToday = (example: string) => !example.includes('"day"') || example.includes(today)
  return found.filter(({ examples }) => examples.some(isToday)).map(({ rule }) => rule)
}
/** As an operator does who can write to the database, and wants to begin the day again. */
const forgetDay = () => {
  world.breakOnPurpose('daily_cap_kept', 'daily_cap_counted')
  return world.db.execute(sql`delete from operator_day`)
}
const ask = (amount: string) => world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount })
const move = async (amount: string) => (await ask(amount)).payload.request
const grant = async (credit_line: string) => {
  const { version } = only(
    await world.db.query(sql`select version from agent where id = ${agent.id}`, { version: col.int4 }),
  )
  return world.admin().call(setAgentTerms, { agent_id: agent.id, version, credit_line, reason: 'trusted' })
}

describe('verify counts what an operator did in a day from the audit, and finds more than the cap', () => {
  test('that they moved alone', async () => {
    for (const amount of ['1000.00', '-1000.00']) await move(amount)
    expect(await findings()).toEqual([])
    await forgetDay()
    expect(await findings()).toEqual([belowAudit])
    expect((await move('500.01')).state).toBe('completed')
    expect(await findings()).toEqual([aboveCap, belowAudit])
  })

  test('that they approved', async () => {
    const [first, second] = [await move('2000.00'), await move('1500.00')]
    await world.decide(first)
    await forgetDay()
    expect((await world.decide(second)).payload.request.state).toBe('completed')
    expect(await findings()).toEqual([aboveCap, belowAudit])
  })

  test('that they granted as credit', async () => {
    for (const amount of ['900.00', '900.00']) {
      await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount }, world.admin())
    }
    await forgetDay()
    expect((await grant('800.00')).status).toBe(200)
    expect(await findings()).toEqual([aboveCap, belowAudit])
  })

  test('with all decimals of a coin', async () => {
    const held = [await agent.held(1_999_999n), await agent.held(2_000_000n), await agent.held(1_000_001n)]
    for (const topup_id of held.slice(0, 2)) await world.ask({ kind: 'topup_return', topup_id })
    await forgetDay()
    expect((await world.ask({ kind: 'topup_return', topup_id: held[2] ?? '' })).status).toBe(200)
    expect(await findings()).toEqual([aboveCap, belowAudit])
  })

  test('by the cap of the audit, where another one was written past it', async () => {
    await world.db.execute(sql`update setting set value = value || '{"UZS": "9000.00"}' where key = 'daily_caps'`)
    for (const amount of ['1000.00', '-1000.00', '1000.00']) await move(amount)
    expect(await findings()).toEqual([aboveCap, otherCap])
  })
})

test('a cap that is lowered or raised counts for what is done after it', async () => {
  await move('1000.00')
  await world.setApprovalLimit(LIMITS, { UZS: '500.00', USDT: '5.00' })
  expect((await ask('0.01')).status).toBe(422)
  await world.setApprovalLimit(LIMITS, { UZS: '1500.00', USDT: '5.00' })
  await move('500.00')
  expect(await findings()).toEqual([])
})

test('a cap that is lowered at the same moment leaves nothing that looks like more than the cap', async () => {
  for (let round = 0; round < 4; round++) {
    await Promise.all([
      ...Array.from({ length: 4 }, () => ask('200.00')),
      world.setApprovalLimit(LIMITS, { UZS: `${500 + round}.00`, USDT: '5.00' }),
    ])
    expect(await findings()).toEqual([])
    await world.setApprovalLimit(LIMITS, { UZS: '25000.00', USDT: '5.00' })
  }
})

test('verify finds a completed request for money that is not in the audit', async () => {
  const { id } = await move('10.00')
  const undone = new Error('undone')
  await expect(
    world.db.transaction(async (tx) => {
      await tx.script('alter table audit_entry disable trigger audit_entry_append_only')
      await tx.execute(sql`update audit_entry set after = after || '{"amount": "1.00"}' where subject_id = ${id}`)
      const found = (await verify(tx, dailyCapChecks)).filter(({ rule }) => rule === notAudited)
      expect(found.map(({ examples }) => examples)).toEqual([[JSON.stringify({ id }).replace(':', ': ')]])
      throw undone
    }),
  ).rejects.toBe(undone)
})
