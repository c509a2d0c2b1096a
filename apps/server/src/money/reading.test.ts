import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { operatorOf } from '@cashbox/testing/operator-client'
import { agentOf } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

type Asked = Omit<InputOf<typeof contract.readStatement>, 'limit' | 'cursor'>

const seconds = () => Math.floor(world.clock.now().getTime() / 1000)

/** All of it, page by page. */
async function statement(asked: Asked, limit: number) {
  const list: contract.StatementEntry[] = []
  let cursor: string | null = null
  do {
    const page: { list: contract.StatementEntry[]; next_cursor: string | null } = (
      await world.finance().call(contract.readStatement, {
        ...asked,
        limit: String(limit),
        ...(cursor === null ? {} : { cursor }),
      })
    ).payload
    list.push(...page.list)
    cursor = page.next_cursor
  } while (cursor !== null)
  return list
}

const minor = (text: string) => BigInt(text.replace('.', ''))

describe('a statement', () => {
  test('has every movement of the float, for any size of page, each with the balance after it', async () => {
    const [approved] = await world.db.query(
      sql`select cash_id, float_id from agent where id = ${agentOf('approved@cashbox.test')}`,
      { cash_id: col.int8, float_id: col.int8 },
    )
    const cash_id = String(approved?.cash_id)
    const kept = await world.db.query(
      sql`
        select number::bigint, amount, balance from statement_line
        where account_id = ${approved?.float_id} order by number desc`,
      { number: col.int8, amount: col.int8, balance: col.int8 },
    )
    for (const limit of [7, 200]) {
      const list = await statement({ cash_id }, limit)
      expect(list.map(({ number, amount, balance }) => [number, minor(amount), minor(balance)])).toEqual(
        kept.map(({ number, amount, balance }) => [Number(number), amount, balance]),
      )
    }
  })

  test('of the float and of the commission say what moved them', async () => {
    const agent = await world.newAgent('1000.00')
    const transaction = await agent.confirmed('deposit', '500.00')
    const { payload } = await world.ask({ kind: 'commission_credit', cash_id: agent.cashId, reason: 'for November' })
    const credited = { kind: 'commission_credit', reason: 'for November', request_id: payload.request.id }
    expect(await statement({ cash_id: agent.cashId }, 50)).toMatchObject([
      { number: 3, ...credited, amount: '10.00', balance: '510.00' },
      { number: 2, kind: 'deposit', transaction_id: transaction, request_id: null, amount: '-500.00' },
      { number: 1, kind: 'adjustment', reason: 'as agreed', amount: '1000.00', balance: '1000.00' },
    ])
    expect(await statement({ cash_id: agent.cashId, account: 'commission' }, 50)).toMatchObject([
      { number: 2, ...credited, amount: '-10.00', balance: '0.00' },
      { number: 1, kind: 'deposit', amount: '10.00', balance: '10.00' },
    ])
  })

  test('of some time has what moved within it, and every second belongs to one part', async () => {
    const agent = await world.newAgent()
    const marks = [seconds()]
    for (let day = 0; day < 6; day += 1) {
      for (let count = 0; count <= day; count += 1) {
        await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '1.00' })
      }
      await world.wait(1)
      marks.push(seconds())
    }
    const part = async (from: number, to: number) =>
      (await statement({ cash_id: agent.cashId, from: String(marks[from]), to: String(marks[to]) }, 2)).map(
        ({ number }) => number,
      )
    expect(await part(0, 6)).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index))
    expect(await part(2, 3)).toEqual([6, 5, 4])
    expect(await part(5, 6)).toEqual([21, 20, 19, 18, 17, 16])
    expect(await part(3, 3)).toEqual([])
    const pieces = [await part(4, 6), await part(1, 4), await part(0, 1)]
    expect(pieces.flat()).toEqual(await part(0, 6))
  })

  test('finds what clocks that differ have put in another order', async () => {
    const agent = await world.newAgent()
    const from = seconds()
    for (const drift of [0, 600, -1200, 900, -300]) {
      world.clock.advance(drift)
      await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '1.00' })
    }
    const found = async (low: number, high: number) =>
      (await statement({ cash_id: agent.cashId, from: String(from + low), to: String(from + high) }, 1)).map(
        ({ number }) => number,
      )
    expect(await found(-700, -500)).toEqual([3])
    expect(await found(500, 700)).toEqual([2])
    expect(await found(-100, 400)).toEqual([5, 4, 1])
  })

  test('of an unknown agent is not found', async () => {
    const { status } = await world.finance().call(contract.readStatement, { cash_id: '999999' })
    expect(status).toBe(404)
  })
})

describe('requests are listed newest first', () => {
  const list = async (asked: InputOf<typeof contract.listApprovalRequests>) =>
    (await world.finance().call(contract.listApprovalRequests, asked)).payload

  test('by state, kind, cashbox and asker, page by page without gaps', async () => {
    const agent = await world.newAgent('500.00')
    const { cashId } = agent
    const [first] = (await list({ cash_id: cashId })).list
    const done = await world.ask({ kind: 'payout', cash_id: cashId, amount: '1.00', paid_to: 'cash' }, world.admin())
    const large = await world.ask({ kind: 'adjustment', cash_id: cashId, amount: '2000000' })
    const ids = [large.payload.request.id, done.payload.request.id, first?.id]
    const numbered = async (asked: InputOf<typeof contract.listApprovalRequests>) =>
      (await list(asked)).list.map(({ id }) => id)
    expect(await numbered({ cash_id: cashId })).toEqual(ids)
    expect(await numbered({ cash_id: cashId, state: 'pending' })).toEqual([ids[0]])
    expect(await numbered({ cash_id: cashId, kind: 'payout' })).toEqual([ids[1]])
    expect(await numbered({ cash_id: cashId, requested_by: done.payload.request.requested_by.id })).toEqual([ids[1]])
    expect(await numbered({ cash_id: '999999' })).toEqual([])
    const paged = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        cash_id: cashId,
        limit: '1',
        ...(cursor === null ? {} : { cursor }),
      })
      paged.push(...page.list.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(paged).toEqual(ids)
    expect(await numbered({ limit: '1' })).toEqual([ids[0]])
  })
})

test('support and risk read statements, and only finance and admins request or decide', async () => {
  const agent = await world.newAgent('1.00')
  for (const role of ['support', 'risk'] as const) {
    const client = await operatorOf(world.address, role)
    expect((await client.call(contract.readStatement, { cash_id: agent.cashId })).status).toBe(200)
    expect((await client.call(contract.listHeldTopups, {})).status).toBe(200)
    expect((await client.call(contract.listApprovalRequests, {})).status).toBe(role === 'risk' ? 200 : 403)
    const asked = await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '1' }, client)
    expect(asked.failure.code).toBe('role_not_allowed')
  }
})
