import { col, only, sql } from '@cashbox/postgres/database'
import { openTestDatabase } from '@cashbox/testing/world'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashedText } from '../money/create-request.ts'
import { toCsv } from '../partners/daily-files/daily-file.ts'
import { bodyText, hashSecurityCode } from '../payments/confirm-payment.ts'
import { depositText } from '../payments/player-deposits.ts'
import { requestText } from '../payments/transactions/create-transaction.ts'
import { plainCode } from './second-factor.ts'

// Few letters, those that could pass for a border among them, so that generated inputs are often nearly alike.
const some = fc.string({
  unit: fc.constantFrom('a', ' ', ',', '"', '\\', '\n', ':', '.', '1', 'null', '[', ']'),
  maxLength: 3,
})
const or = <T, Other>(one: fc.Arbitrary<T>, ...others: Other[]) =>
  fc.oneof(one, ...others.map((other) => fc.constant(other)))
const minor = fc.constantFrom(0n, 1n, 11n, 111n)
const type = fc.constantFrom('deposit' as const, 'withdraw' as const)
const transactionId = fc.constantFrom('AAAAAAAAAA', 'AAAAAAAAAB', '1111111111')

const shape = (input: unknown) =>
  JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? { minor: value.toString() } : value))

/** Different inputs have different texts, and equal ones the same. */
function expectBoundaries<Input>(inputs: fc.Arbitrary<Input>, textOf: (input: Input) => string) {
  const texts = new Map<string, string>()
  for (const input of fc.sample(inputs, { numRuns: 3000, seed: 1 })) {
    const text = textOf(input)
    const [known, found] = [texts.get(text), shape(input)]
    if (known !== undefined) expect(found).toBe(known)
    texts.set(text, found)
  }
  expect(texts.size).toBeGreaterThan(100)
}

test('no two confirmations give the same text for the hash of an idempotency key', () => {
  const confirmation = fc.record({
    type,
    transaction_id: transactionId,
    amount: minor,
    security_code: or(
      some.filter((code) => code !== ''),
      null,
    ),
  })
  expectBoundaries(confirmation, (input) => bodyText(input as Parameters<typeof bodyText>[0]))
})

test('no two deposits by player ID give the same text, and none that of a confirmation', () => {
  const deposit = fc.record({ check_id: fc.oneof(transactionId, some), amount: minor })
  expectBoundaries(deposit, depositText)
  const shared = { transaction_id: 'AAAAAAAAAA', amount: 1n }
  expect(depositText({ ...shared, check_id: shared.transaction_id })).not.toBe(bodyText({ ...shared, type: 'deposit' }))
})

test('no two transactions that a partner asks for give the same text', () => {
  const asked = fc.record(
    {
      type,
      amount: minor,
      currency_code: some,
      player_id: some,
      channel: some,
      cash_id: some,
      metadata: fc.dictionary(some, some, { minKeys: 1, maxKeys: 2 }),
    },
    { requiredKeys: ['type', 'amount', 'currency_code', 'player_id'] },
  )
  expectBoundaries(asked, (input) => requestText(input as Parameters<typeof requestText>[0]))
})

test('no two money requests give the same text, with fields of any kind', () => {
  const value = fc.oneof(some, minor, fc.constantFrom(1, 11, null, true, 'true', 'null'), fc.record({ a: some }))
  const input = fc.record({ id: some, 'a b': value, a: value, 'a ': value }, { requiredKeys: ['id'] })
  const inOrder = (input: object) => Object.fromEntries(Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  expectBoundaries(input.map(inOrder), hashedText)
})

test('no two security codes of two transactions give the same text, nor one of another kind', () => {
  const keyring = { hash: (text: string) => text }
  const code = some.map((text) => text.toUpperCase())
  expectBoundaries(fc.record({ transactionId, code }), (input) =>
    hashSecurityCode(keyring, input.transactionId, input.code),
  )
  for (const [recovery] of fc.sample(fc.tuple(fc.string()), { numRuns: 500, seed: 1 })) {
    expect(plainCode(`security code ${recovery}`)).not.toMatch(/^(security code|confirmation) /)
  }
})

test('no two lines of the daily file look the same, and none looks like two', () => {
  const line = fc.record({
    event: fc.constantFrom('confirmed' as const, 'reversed' as const),
    transaction_id: transactionId,
    reference: some.filter((text) => text !== ''),
    type,
    amount: fc.constantFrom('0.01', '10.00'),
    currency_code: fc.constantFrom('UZS', 'USD'),
    player_id: some,
    cash_id: fc.constantFrom('1', '11', null),
    confirmed_by: fc.constantFrom('1', '11'),
    metadata: fc.dictionary(some, some, { maxKeys: 2 }),
    at: fc.constantFrom(1, 11),
  })
  expectBoundaries(line, toCsv)
  for (const one of fc.sample(line, { numRuns: 500, seed: 1 })) {
    const bare = toCsv(one).replaceAll(/"(?:[^"]|"")*"/g, '')
    expect([bare.split(',').length, bare.indexOf('\r\n')]).toEqual([11, bare.length - 2])
  }
})

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('no two entries of the audit have the same hash', async () => {
  const texts = ['', 'a', '","', 'null', '\\']
  const found = only(
    await database.db.query(
      sql`
        select count(*)::integer as entries, count(distinct audit_hash(entry))::integer as hashes
        from unnest(${texts}::text[]) as actor, unnest(${texts}::text[]) as action, unnest(${texts}::text[]) as kind,
             unnest(${texts}::text[]) as subject, unnest(${[...texts, null]}::text[]) as reason,
             unnest(array[null, '"null"', '"a"', '{"a":1}', '{"a":"1"}', '{"a":1.0}']::jsonb[]) as before,
             unnest(array[null, '[null]', '[]']::jsonb[]) as after,
             lateral (select (1, timestamptz '2026-11-16T00:00Z', false, null::uuid, actor, action, false, kind, subject,
                              reason, before, after, null::text, '', '')::audit_entry as entry) as row`,
      { entries: col.int4, hashes: col.int4 },
    ),
  )
  expect(found.entries).toBe(5 ** 4 * 6 * 6 * 3)
  expect(found.hashes).toBe(found.entries)
})
