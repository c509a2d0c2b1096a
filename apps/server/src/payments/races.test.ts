import { confirmPayment, getProfile, listHistory } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { openWorld, type World } from '@cashbox/testing/world'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
let approved: string
let fenced: string
beforeAll(async () => {
  world = await openWorld()
  approved = await world.logIn('approved')
  fenced = await world.logIn('fenced')
})
afterAll(() => world.close())

const minor = (amount: string) => BigInt(amount.replace('.', ''))
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

test('50 parallel confirmations of one transaction by several agents move money once', async () => {
  const before = minor(await world.balance(approved)) + minor(await world.balance(fenced))
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '100.00')
  const answers = await Promise.all(
    times(50, (index) =>
      world.confirm(index % 2 === 0 ? approved : fenced, {
        type: 'withdraw',
        transaction_id,
        security_code,
        amount: '100.00',
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refusals = answers.filter(({ status }) => status !== 200).map(({ failure }) => failure.code)
  expect(new Set(refusals)).toEqual(new Set(['transaction_already_confirmed']))
  const after = minor(await world.balance(approved)) + minor(await world.balance(fenced))
  expect(after - before).toBe(10_000n)
})

test('50 parallel sends of one form move money once and all say success', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const before = minor(await world.balance(approved))
  const answers = await Promise.all(
    times(50, () =>
      world.confirm(approved, { type: 'deposit', transaction_id, amount: '10.00' }, { key: 'double-click' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(times(50, () => 200))
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(49)
  expect(minor(await world.balance(approved))).toBe(before - 1000n)
})

test('50 different confirmations at once never take a float below its floor', async () => {
  const balance = minor(await world.balance(fenced))
  const share = balance / 20n
  const amount = `${share / 100n}.${String(share % 100n).padStart(2, '0')}`
  const opened = await Promise.all(times(50, () => world.openTransaction('deposit', amount)))
  const answers = await Promise.all(
    opened.map(({ transaction_id }) => world.confirm(fenced, { type: 'deposit', transaction_id, amount })),
  )
  const confirmed = answers.filter(({ status }) => status === 200).length
  expect(BigInt(confirmed)).toBe(balance / share)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ failure }) => failure.code))).toEqual(
    new Set(['float_insufficient']),
  )
  expect(minor(await world.balance(fenced))).toBe(balance - share * BigInt(confirmed))
  expect(await world.verify()).toEqual([])
})

test('five wrong codes at the same moment lock the transaction, however they are grouped', async () => {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '10.00')
  const wrong = security_code === '999999' ? '999998' : '999999'
  const answers = await Promise.all(
    times(8, () =>
      world.confirm(approved, { type: 'withdraw', transaction_id, amount: '10.00', security_code: wrong }),
    ),
  )
  const codes = answers.map(({ failure }) => failure.code).toSorted()
  expect(codes).toEqual([...times(4, () => 'security_code_wrong'), ...times(4, () => 'transaction_locked')])
  const right = await world.confirm(approved, { type: 'withdraw', transaction_id, amount: '10.00', security_code })
  expect(right.failure.code).toBe('transaction_locked')
})

test('in one group, those after the first are refused as "already confirmed", with a right code or a wrong one', async () => {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '5.00')
  const right = { type: 'withdraw' as const, transaction_id, security_code, amount: '5.00' }
  const [first, ...others] = await Promise.all([
    world.confirm(approved, right),
    world.confirm(approved, { ...right, amount: '6.00' }),
    world.confirm(approved, { ...right, security_code: 'WRONG' }),
    world.confirm(approved, { ...right, security_code: null }),
  ])
  // Which of them is judged first is up to chance; none may be judged against a transaction that is gone.
  expect(first?.status).toBe(200)
  const [row] = await world.db.query(
    sql`select wrong_codes from player_transaction where transaction_id = ${transaction_id}`,
    { wrong_codes: col.int4 },
  )
  const wrong = others.filter(({ failure }) => failure.code === 'security_code_wrong').length
  expect(row?.wrong_codes).toBe(wrong)
})

test('one broken item does not spoil the others of its group', async () => {
  const opened = await Promise.all(times(10, () => world.openTransaction('deposit', '1.00')))
  // A confirmation that exists already makes the ledger refuse this one transaction with an unexpected error.
  const [first] = opened
  world.breakOnPurpose(
    'confirmed_has_confirmation',
    'confirmation_moved_money',
    'daily_totals',
    'movements_fit_accounts',
    'movements_follow',
  )
  await world.db.transaction(async (tx) => {
    await tx.script('alter table confirmation disable trigger confirmations_are_sound')
    await tx.execute(sql`
      insert into confirmation (player_transaction_id, agent_id, number, type_number, type, amount, fee, fee_bp,
        finished_at, float_id, float_version, float_balance, clearing_id)
      select id, gen_random_uuid(), 1, 1, type, amount, 0, 0, now(), -1, 1, 0, -1
      from player_transaction where transaction_id = ${first?.transaction_id}`)
    await tx.script('alter table confirmation enable trigger confirmations_are_sound')
  })
  const answers = await Promise.all(
    opened.map(({ transaction_id }) => world.confirm(approved, { type: 'deposit', transaction_id, amount: '1.00' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
  const broken = answers.find(({ status }) => status === 500)
  expect(broken?.failure.message).toContain(broken?.failure.request_id)
  expect(broken?.failure.message).not.toMatch(/movement|constraint|sql/i)
})

test('any sequence of confirmations, right and wrong, leaves balances that follow from the answers', async () => {
  const step = fc.record({
    agent: fc.constantFrom('approved', 'fenced'),
    type: fc.constantFrom('deposit' as const, 'withdraw' as const),
    cents: fc.integer({ min: 1, max: 50_000_000 }),
    mistake: fc.constantFrom(null, null, null, 'amount', 'code', 'type', 'key', 'twice'),
    at: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const tokens = { approved, fenced }
      const expected = {
        approved: minor(await world.balance(approved)),
        fenced: minor(await world.balance(fenced)),
      }
      await Promise.all(
        steps.map(async ({ agent, type, cents, mistake }, index) => {
          const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
          const { transaction_id, security_code } = await world.openTransaction(type, amount)
          const body = {
            type: mistake === 'type' ? (type === 'deposit' ? ('withdraw' as const) : ('deposit' as const)) : type,
            transaction_id,
            amount: mistake === 'amount' ? `${cents}.01` : amount,
            security_code: mistake === 'code' ? 'XXXXXX' : security_code,
          }
          const key = `${mistake === 'key' ? 'same' : `${index}`}-${transaction_id}`
          const answers = [await world.confirm(tokens[agent], body, { key })]
          if (mistake === 'twice') answers.push(await world.confirm(tokens[agent], body, { key: `${key}-again` }))
          const moved = answers.some(({ status }) => status === 200)
          if (moved) expected[agent] += type === 'deposit' ? -BigInt(cents) : BigInt(cents)
        }),
      )
      expect(minor(await world.balance(approved))).toBe(expected.approved)
      expect(minor(await world.balance(fenced))).toBe(expected.fenced)
    }),
    { numRuns: 6 },
  )
})

test('every answer of success is in history, once', async () => {
  const opened = await Promise.all(times(30, () => world.openTransaction('withdraw', '2.00')))
  await Promise.all(
    opened.map(({ transaction_id, security_code }) =>
      world.call(
        confirmPayment,
        { type: 'withdraw', transaction_id, security_code, amount: '2.00', geo_lat: '41.2995', geo_lon: '69.2401' },
        { token: approved },
      ),
    ),
  )
  const { payload } = await world.call(listHistory, { limit: '100', type: 'withdraw' }, { token: approved })
  const ids = payload.list.map(({ transaction_id }) => transaction_id)
  for (const { transaction_id } of opened) expect(ids.filter((id) => id === transaction_id)).toHaveLength(1)
  expect((await world.call(getProfile, {}, { token: approved })).status).toBe(200)
})
