import {
  explainBalance,
  type InputOf,
  listStatement,
  readStatementLine,
  type StatementAccount,
  type StatementKind,
  type StatementLine,
  statementAccounts,
  statementKinds,
} from '@cashbox/contract'
import { col, query, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type MoneyWorld = Awaited<ReturnType<typeof openMoneyWorld>>
type Agent = Awaited<ReturnType<MoneyWorld['newAgent']>>

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const seconds = () => Math.floor(world.clock.now().getTime() / 1000)
const minor = (text: string) => BigInt(text.replace('.', ''))
const sumOf = (lines: readonly { readonly amount: string }[]) =>
  lines.reduce((sum, { amount }) => sum + minor(amount), 0n)

type Asked = Omit<InputOf<typeof listStatement>, 'limit' | 'cursor'>

/** All of it, page by page. */
async function statement(token: string, asked: Asked = {}, limit = 100): Promise<StatementLine[]> {
  const list: StatementLine[] = []
  let cursor: string | null = null
  do {
    const page: { list: StatementLine[]; next_cursor: string | null } = (
      await world.call(
        listStatement,
        { ...asked, limit: String(limit), ...(cursor === null ? {} : { cursor }) },
        { token },
      )
    ).payload
    list.push(...page.list)
    cursor = page.next_cursor
  } while (cursor !== null)
  return list
}

const explain = async (token: string, asked: InputOf<typeof explainBalance> = {}) =>
  (await world.call(explainBalance, asked, { token })).payload.explanation

const lineOf = async (token: string, number: number, account: StatementAccount = 'float') =>
  (await world.call(readStatementLine, { account, number: String(number) }, { token })).payload.line

const reverse = (transaction_id: string, reason: string) => world.ask({ kind: 'reversal', transaction_id, reason })

/** An agent to whom everything has happened, over some days, with clocks that differ by minutes. */
async function busyAgent(): Promise<Agent> {
  const agent = await world.newAgent('1000.00')
  await world.chain.send({ to: agent.address, units: 20_000_000n })
  await world.settle()
  const first = await agent.confirmed('deposit', '120.00')
  await agent.confirmed('withdraw', '35.50')
  await world.wait(1)
  await agent.confirmed('deposit', '0.10')
  await reverse(first, 'The player was charged twice')
  world.clock.advance(-1200)
  await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '-7.25', reason: 'Counted again' })
  world.clock.advance(2400)
  await agent.confirmed('deposit', '77.70')
  await world.ask({ kind: 'commission_credit', cash_id: agent.cashId, reason: 'for November' })
  await world.wait(2)
  await agent.confirmed('withdraw', '10.00')
  await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '50.00', paid_to: 'Card 8600' })
  return agent
}

describe('the statement of an agent', () => {
  let agent: Agent
  let token: string
  let from: number
  let to: number
  const all = {} as Record<StatementAccount, StatementLine[]>
  beforeAll(async () => {
    from = seconds()
    agent = await busyAgent()
    to = seconds()
    token = await world.logIn(agent.name)
    for (const account of statementAccounts) all[account] = await statement(token, { account })
  })

  test('has a line for everything that moved the balance, with the reason and the balance after it', () => {
    expect(all.float.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
      ['payout', '-50.00', 'as agreed'],
      ['withdraw', '10.00', null],
      ['commission_credit', expect.any(String), 'for November'],
      ['deposit', '-77.70', null],
      ['adjustment', '-7.25', 'Counted again'],
      ['reversal', '120.00', 'The player was charged twice'],
      ['deposit', '-0.10', null],
      ['withdraw', '35.50', null],
      ['deposit', '-120.00', null],
      ['top_up', expect.any(String), null],
      ['adjustment', '1000.00', 'as agreed'],
    ])
    expect(all.float.find(({ kind }) => kind === 'top_up')?.rail).toBe('tron')
  })

  test('of the commission has the fees, what was taken back and what was credited', () => {
    expect(all.commission.map(({ kind }) => kind)).toEqual([
      'withdraw',
      'commission_credit',
      'deposit',
      'reversal',
      'withdraw',
      'deposit',
    ])
  })

  test.each(statementAccounts)('of the %s runs from balance to balance without a gap', (account) => {
    const lines = all[account].toReversed()
    let balance = 0n
    for (const [index, line] of lines.entries()) {
      balance += minor(line.amount)
      expect([line.number, minor(line.balance)]).toEqual([index + 1, balance])
    }
  })

  test.each(statementAccounts)(
    'of the %s by kind and period has the lines of that kind and period',
    async (account) => {
      const moments = [from, from + 86_400, ...all[account].flatMap(({ at }) => [at, at + 1]), to]
      const kinds: (StatementKind | undefined)[] = [undefined, ...statementKinds]
      for (const [index, kind] of kinds.entries()) {
        const low = moments[(index * 5) % moments.length] ?? from
        const high = moments[(index * 7 + 3) % moments.length] ?? to
        for (const [first, last] of [
          [from, to],
          [Math.min(low, high), Math.max(low, high)],
        ] as const) {
          const expected = all[account].filter(
            (line) => (kind === undefined || line.kind === kind) && line.at >= first && line.at <= last,
          )
          const asked = { account, from: String(first), to: String(last), ...(kind ? { kind } : {}) }
          expect(await statement(token, asked, 100)).toEqual(expected)
          expect(await statement(token, asked, 1)).toEqual(expected)
        }
      }
    },
  )

  test.each(statementAccounts)(
    'of the %s adds up between any two moments: opening, each kind, closing',
    async (account) => {
      const moments = [0, from, ...all[account].flatMap(({ at }) => [at, at + 1]), from + 86_400, to, to + 10 * 86_400]
      for (const [index, low] of moments.entries()) {
        const high = moments[(index * 7 + 5) % moments.length] ?? to
        const [first, last] = [Math.min(low, high), Math.max(low, high)]
        const { opening, kinds, closing } = await explain(token, { account, from: String(first), to: String(last) })
        expect(minor(opening)).toBe(sumOf(all[account].filter(({ at }) => at < first)))
        expect(minor(closing)).toBe(sumOf(all[account].filter(({ at }) => at <= last)))
        expect(minor(opening) + sumOf(kinds)).toBe(minor(closing))
        for (const { kind, amount } of kinds) {
          const lines = all[account].filter((line) => line.kind === kind && line.at >= first && line.at <= last)
          expect([kind, minor(amount)]).toEqual([kind, sumOf(lines)])
        }
      }
      const whole = await explain(token, { account })
      expect([whole.opening, whole.closing]).toEqual(['0.00', all[account][0]?.balance])
    },
  )

  test('tells the whole story of a confirmation that was reversed, and of its reversal', async () => {
    const [taken, original] = [
      all.float.find(({ kind }) => kind === 'reversal'),
      all.float.find(({ amount }) => amount === '-120.00'),
    ]
    const payment = {
      transaction_id: original?.transaction_id,
      type: 'deposit',
      amount: '120.00',
      fee: '2.40',
      fee_percent: '2.00',
      customer_id: original?.customer_id,
      finished_at: original?.at,
      reversed_at: taken?.at,
      reversal_reason: 'The player was charged twice',
    }
    const line = await lineOf(token, original?.number ?? 0)
    expect(line).toMatchObject({
      ...original,
      account: 'float',
      currency_code: 'UZS',
      payment,
      topup: null,
      paid_to: null,
    })
    expect(minor(line.balance_before) + minor(line.amount)).toBe(minor(line.balance))
    const linked = [
      { account: 'float', kind: 'deposit', amount: '-120.00' },
      { account: 'commission', kind: 'deposit', amount: '2.40' },
      { account: 'float', kind: 'reversal', amount: '120.00' },
      { account: 'commission', kind: 'reversal', amount: '-2.40' },
    ]
    expect(line.linked).toMatchObject(linked.slice(1))
    const undone = await lineOf(token, taken?.number ?? 0)
    expect(undone).toMatchObject({ ...taken, payment })
    expect(undone.linked).toMatchObject([linked[0], linked[1], linked[3]])
  })

  test('tells how a top-up came in, where a payout went, and what was credited', async () => {
    const numberOf = (kind: StatementKind) => all.float.find((line) => line.kind === kind)?.number ?? 0
    const { topup, amount } = await lineOf(token, numberOf('top_up'))
    expect(topup).toMatchObject({ type: 'tron', coin: 'USDT', sent: '20', state: 'credited', received: amount })
    expect(await lineOf(token, numberOf('payout'))).toMatchObject({ paid_to: 'Card 8600', reason: 'as agreed' })
    const credited = await lineOf(token, numberOf('commission_credit'))
    expect(credited.linked).toMatchObject([
      { account: 'commission', kind: 'commission_credit', amount: `-${credited.amount}` },
    ])
  })

  test('is the own one only, and closed to agents with a blocked status', async () => {
    const other = await world.newAgent('5.00')
    const otherToken = await world.logIn(other.name)
    expect((await statement(otherToken)).map(({ amount }) => amount)).toEqual(['5.00'])
    const missing = await world.call(readStatementLine, { number: '2' }, { token: otherToken })
    expect([missing.status, missing.failure.code]).toEqual([404, 'not_found'])
    await world.db.execute(sql`update agent set status = 'rejected' where id = ${other.id}`)
    for (const call of [listStatement, explainBalance]) {
      expect((await world.call(call, {}, { token: otherToken })).failure.code).toBe('agent_not_active')
    }
    const { failure } = await world.call(readStatementLine, { number: '1' }, { token: otherToken })
    expect(failure.code).toBe('agent_not_active')
  })
})

test('an agent to whom nothing has happened has an empty statement that adds up', async () => {
  const agent = await world.newAgent()
  const token = await world.logIn(agent.name)
  expect(await statement(token)).toEqual([])
  expect(await explain(token)).toEqual({ currency_code: 'UZS', opening: '0.00', kinds: [], closing: '0.00' })
})

test('verify finds a statement that does not add up', async () => {
  const rollback = new Error('only to look')
  const spoiled = world.db.transaction(async (tx) => {
    await tx.script('set local session_replication_role = replica')
    await tx.execute(sql`
      update movement set amount = amount + 1, to_balance = to_balance + 1 where kind = 'adjustment' and to_version = 1`)
    const rules = (await world.verify(tx)).map(({ rule }) => rule)
    expect(rules).toEqual(['balance_is_sum', 'movements_follow', 'statement_adds_up', 'request_has_movement'])
    throw rollback
  })
  await expect(spoiled).rejects.toBe(rollback)
})

test('a page is read in the order of an index, whatever part of the ledger a line is in', async () => {
  const plan = await world.db.transaction(async (tx) => {
    // As in a large network: there is little to sort here.
    await tx.script('set local enable_seqscan = off; set local enable_bitmapscan = off')
    return query(tx, { 'QUERY PLAN': col.text })`
      explain select number from statement_line where account_id = 1 and number is not null order by number desc limit 10`
  })
  const steps = plan.map((line) => /^(?: *->)? *([A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)*)/.exec(line['QUERY PLAN'])?.[1])
  expect(steps).toContain('Merge Append')
  expect(steps).not.toContain('Sort')
})
