import { type MoneyPreview, previewMoneyRequest } from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

type Input = Parameters<typeof world.ask>[0]
type Agent = Awaited<ReturnType<typeof world.newAgent>>

const ofAgent = ({ cashId }: Agent) => ({ cash_id: cashId })

/** Each kind up to the amount that one may move alone, and above it, with the agent whose accounts it changes. */
const inputs: readonly (readonly [name: string, make: () => Promise<{ agent: Agent; input: Input }>])[] = [
  [
    'an adjustment that adds',
    async () => {
      const agent = await world.newAgent('10.00')
      return { agent, input: { kind: 'adjustment', ...ofAgent(agent), amount: '1250.50' } }
    },
  ],
  [
    'an adjustment that takes',
    async () => {
      const agent = await world.newAgent('10.00')
      return { agent, input: { kind: 'adjustment', ...ofAgent(agent), amount: '-9.99' } }
    },
  ],
  [
    'an adjustment above the sum',
    async () => {
      const agent = await world.newAgent()
      return { agent, input: { kind: 'adjustment', ...ofAgent(agent), amount: '1000000.01' } }
    },
  ],
  [
    'a payout',
    async () => {
      const agent = await world.newAgent('500.00')
      return { agent, input: { kind: 'payout', ...ofAgent(agent), amount: '499.99', paid_to: 'bank 1234' } }
    },
  ],
  [
    'a credit of all the commission',
    async () => {
      const agent = await world.newAgent('1000.00')
      await agent.confirmed('deposit', '1000.00')
      return { agent, input: { kind: 'commission_credit', ...ofAgent(agent) } }
    },
  ],
  [
    'a credit of a part',
    async () => {
      const agent = await world.newAgent('1000.00')
      await agent.confirmed('deposit', '1000.00')
      return { agent, input: { kind: 'commission_credit', ...ofAgent(agent), amount: '5.25' } }
    },
  ],
  [
    'a credit at the rate of the moment',
    async () => {
      const agent = await world.newAgent()
      return { agent, input: { kind: 'topup_credit', topup_id: await agent.held(4_000_000n) } }
    },
  ],
  [
    'a credit of a top-up without an owner, at a named rate',
    async () => {
      const agent = await world.newAgent()
      const topup_id = await world.hold('unknown_order')
      return { agent, input: { kind: 'topup_credit', topup_id, ...ofAgent(agent), rate: '12000' } }
    },
  ],
  [
    'a return',
    async () => {
      const agent = await world.newAgent('7.00')
      return { agent, input: { kind: 'topup_return', topup_id: await agent.held(3_500_000n) } }
    },
  ],
  [
    'the reversal of a deposit',
    async () => {
      const agent = await world.newAgent('1000.00')
      return { agent, input: { kind: 'reversal', transaction_id: await agent.confirmed('deposit', '600.00') } }
    },
  ],
  [
    'the reversal of a withdrawal',
    async () => {
      const agent = await world.newAgent('1.00')
      return { agent, input: { kind: 'reversal', transaction_id: await agent.confirmed('withdraw', '80.00') } }
    },
  ],
]

/** The balances that an agent has after what a preview said. */
const balancesAfter = ([float = '', commission = '']: readonly string[], { accounts }: MoneyPreview) => {
  const afterOf = (account: string) => accounts.find((one) => one.account === account)?.after
  return [afterOf('float') ?? float, afterOf('commission') ?? commission]
}

describe.each(inputs)('the preview of %s', (_name, make) => {
  test('says what is then done', async () => {
    const { agent, input } = await make()
    const before = await agent.balances()
    const { preview } = (await world.preview(input)).payload
    const [float, commission] = before
    for (const account of preview.accounts) {
      expect(account.before).toBe(account.account === 'float' ? float : commission)
    }

    const { request } = (await world.ask(input)).payload
    const { kind, amount, asset, rate, offset_percent, needs_approval } = request
    expect(preview).toMatchObject({ kind, amount, asset, rate, offset_percent, needs_approval })
    expect(request.state).toBe(preview.needs_approval ? 'pending' : 'completed')
    if (preview.needs_approval) expect((await world.decide(request)).payload.request.state).toBe('completed')
    expect(await agent.balances()).toEqual(balancesAfter(before, preview))
  })

  test('leaves no trace', async () => {
    const { agent, input } = await make()
    const [balances, everything] = [await agent.balances(), await readEverything()]
    expect((await world.preview(input)).status).toBe(200)
    expect(await readEverything()).toEqual(everything)
    expect(await agent.balances()).toEqual(balances)
  })
})

/** A hash of every table, and the last number that a request has taken. Sessions note by themselves that they are used. */
async function readEverything() {
  const tables = await world.db.query(
    sql`
      select table_name::text as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'operator_session'`,
    { name: col.text },
  )
  const hashOf = (name: string) =>
    `select '${name}' as name, md5(string_agg(row::text, ',' order by row::text)) as hash from ${name} as row`
  const statement = tables.map(({ name }) => hashOf(name)).join(' union all ')
  return {
    tables: await world.db.query(
      { name: '', text: `${statement} order by name`, values: [] },
      { name: col.text, hash: col.nullable(col.text) },
    ),
    numbers: await world.db.query(
      sql`select pg_sequence_last_value(pg_get_serial_sequence('approval_request', 'number')::regclass) as last`,
      { last: col.int8 },
    ),
  }
}

describe('a preview', () => {
  test('names whose money it is, what was sent and which transaction', async () => {
    const agent = await world.newAgent('1000.00')
    const transaction_id = await agent.confirmed('deposit', '600.00')
    const ofReversal = (await world.preview({ kind: 'reversal', transaction_id })).payload.preview
    expect(ofReversal).toMatchObject({
      agent: { cash_id: agent.cashId },
      transaction: { transaction_id, type: 'deposit' },
      topup: null,
      above: '1000000.00',
    })
    const topup_id = await world.hold('wrong_token')
    const ofReturn = (await world.preview({ kind: 'topup_return', topup_id })).payload.preview
    expect(ofReturn).toMatchObject({ agent: null, accounts: [], topup: { sent: '50' }, above: null })
  })

  test('needs no reason and no other words yet', async () => {
    const { cashId } = await world.newAgent('10.00')
    const { payload } = await world
      .finance()
      .call(previewMoneyRequest, { kind: 'payout', cash_id: cashId, amount: '1.00' })
    expect(payload.preview.accounts).toEqual([{ account: 'float', before: '10.00', after: '9.00' }])
  })

  test.each<[string, () => Promise<Input>]>([
    [
      'agent_float_insufficient',
      async () => ({ kind: 'payout', ...ofAgent(await world.newAgent()), amount: '0.01', paid_to: 'x' }),
    ],
    ['commission_insufficient', async () => ({ kind: 'commission_credit', ...ofAgent(await world.newAgent()) })],
    ['cashbox_unknown', async () => ({ kind: 'adjustment', cash_id: '999999999', amount: '1.00' })],
    ['topup_not_assigned', async () => ({ kind: 'topup_credit', topup_id: await world.hold('unknown_order') })],
    [
      'token_has_no_value',
      async () => ({ kind: 'topup_credit', topup_id: await world.hold('wrong_token', (await world.newAgent()).id) }),
    ],
    ['invalid_fields', async () => ({ kind: 'adjustment', ...ofAgent(await world.newAgent()), amount: 'much' })],
  ])('is refused by the same fields as the request: %s', async (code, make) => {
    const input = await make()
    const [previewed, asked] = [await world.preview(input), await world.ask(input)]
    expect(previewed.failure.code).toBe(code)
    expect(previewed.failure.errors).toEqual(asked.failure.errors)
  })

  test('is refused while a request about the same thing waits', async () => {
    await world.setApprovalLimit({})
    const agent = await world.newAgent('0.00')
    const topup_id = await agent.held(3_000_000n)
    const { request } = (await world.ask({ kind: 'topup_return', topup_id })).payload
    expect((await world.preview({ kind: 'topup_return', topup_id })).failure.code).toBe('request_already_waiting')
    await world.withdraw(request)
    expect((await world.preview({ kind: 'topup_return', topup_id })).status).toBe(200)
    await world.setApprovalLimit({ UZS: '1000000.00', USDT: '100.00', USD: '100.00' })
  })
})
