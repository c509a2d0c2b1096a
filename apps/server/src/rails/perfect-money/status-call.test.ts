import { describe, expect, test } from 'vitest'
import { type HashedFields, readStatusCall, v2Hash } from './status-call.ts'

const PASSPHRASE = 'test-alt-pass'
const fields: HashedFields = {
  PAYMENT_ID: 'dep_000001',
  PAYEE_ACCOUNT: 'U1234567',
  PAYMENT_AMOUNT: '25.5',
  PAYMENT_UNITS: 'USD',
  PAYMENT_BATCH_NUM: '100000001',
  PAYER_ACCOUNT: 'U7654321',
  TIMESTAMPGMT: '1700000000',
}

/** The body of a call that is signed over exactly these. */
const signed = (changes: Partial<HashedFields> = {}) => {
  const said = { ...fields, ...changes }
  return new URLSearchParams({ ...said, V2_HASH: v2Hash(said, PASSPHRASE) })
}
const read = (body: URLSearchParams | string) => readStatusCall(body.toString(), PASSPHRASE)

test('a signed call is a payment', () => {
  expect(read(signed())).toEqual({
    batch: '100000001',
    paymentId: 'dep_000001',
    payeeAccount: 'U1234567',
    payerAccount: 'U7654321',
    units: 'USD',
    amountMinor: 2550n,
    isWhole: true,
    at: new Date('2023-11-14T22:13:20Z'),
  })
})

test('what the hash does not cover is neither missed nor used', () => {
  const body = signed()
  body.append('BAGGAGE_FIELDS', 'agent payment_amount')
  body.append('agent', 'an-agent')
  body.append('payment_amount', '9999')
  body.append('PAYMENT_AMOUNT[]', '9999')
  expect(read(body)).toEqual(read(signed()))
})

describe('a call is malformed', () => {
  test.each([...signed().keys()])('without %s', (name) => {
    const body = signed()
    body.delete(name)
    expect(read(body)).toBe('malformed')
  })

  test.each([...signed().keys()])('with %s twice, even if both are the same', (name) => {
    const body = signed()
    body.append(name, body.get(name) ?? '')
    expect(read(body)).toBe('malformed')
  })

  test.each(['', '{}', 'PAYMENT_ID', '%', '%E0%A4%A'])('as %j', (body) => {
    expect(read(body)).toBe('malformed')
  })
})

test.each(Object.entries(fields))('a call with another %s than was signed is forged', (name, text) => {
  const body = signed()
  body.set(name, name === 'PAYMENT_UNITS' ? 'EUR' : `${text}0`)
  expect(read(body)).toBe('forged')
})

test('amounts are exact decimals', () => {
  const amountOf = (PAYMENT_AMOUNT: string) => {
    const call = read(signed({ PAYMENT_AMOUNT }))
    return typeof call === 'string' ? call : [call.amountMinor, call.isWhole]
  }
  expect(amountOf('25')).toEqual([2500n, true])
  expect(amountOf('25.50')).toEqual([2550n, true])
  expect(amountOf('25.5000')).toEqual([2550n, true])
  expect(amountOf('25.509')).toEqual([2550n, false])
  expect(amountOf('0.1')).toEqual([10n, true])
  expect(amountOf('999999999999.99')).toEqual([99999999999999n, true])
})

describe('signed, but unreadable', () => {
  test.each(['0', '0.00', '0.001'])('is an amount of %j', (PAYMENT_AMOUNT) => {
    expect(read(signed({ PAYMENT_AMOUNT }))).toBe('unreadable')
  })

  test.each(['0', '000', '9'.repeat(31)])('is batch %j', (PAYMENT_BATCH_NUM) => {
    expect(read(signed({ PAYMENT_BATCH_NUM }))).toBe('unreadable')
  })
})

describe('malformed, even when it is signed,', () => {
  const strange: [keyof HashedFields, string[]][] = [
    ['PAYMENT_AMOUNT', ['', '-5', '+5', '1e3', '25,50', '0x10', ' 25', '٢٥', '1000000000000', 'NaN']],
    ['PAYMENT_BATCH_NUM', ['', '-1', '12a', '1.5']],
    ['TIMESTAMPGMT', ['', 'yesterday', '-1', '1.5', '9'.repeat(20)]],
    ['PAYMENT_UNITS', ['', 'usd', 'USDT', 'US\0']],
    ['PAYEE_ACCOUNT', ['', '1234567', 'X1234567', 'U12x', 'u1234567']],
    ['PAYER_ACCOUNT', ['', 'U', 'U7654321 ', 'U1:2']],
  ]
  test.each(strange.flatMap(([name, texts]) => texts.map((text) => [name, text] as const)))(
    'is %s %j',
    (name, text) => {
      expect(read(signed({ [name]: text }))).toBe('malformed')
    },
  )

  test.each(Object.keys(fields))('is a %s that holds the separator of the hash', (name) => {
    expect(read(signed({ [name]: `${fields[name as keyof HashedFields]}:1` }))).toBe('malformed')
  })
})

test('no cut of a signed text into other fields is believed', () => {
  // The payer chose the payment ID, so that the text of 0.01 holds one of 1000.00 as well.
  const paid = {
    ...fields,
    PAYMENT_ID: 'dep_000001:U1234567:1000.00:USD:777',
    PAYMENT_AMOUNT: '0.01',
    PAYER_ACCOUNT: 'U7654321',
  }
  const hash = v2Hash(paid, PASSPHRASE)
  const names = ['PAYMENT_ID', 'PAYEE_ACCOUNT', 'PAYMENT_AMOUNT', 'PAYMENT_UNITS', 'PAYMENT_BATCH_NUM', 'PAYER_ACCOUNT']
  const parts = names
    .map((name) => paid[name as keyof HashedFields])
    .join(':')
    .split(':')
  const cuts = cutInto(parts, names.length)
  expect(cuts).toHaveLength(126)
  for (const cut of cuts) {
    const said = Object.fromEntries(names.map((name, index) => [name, cut[index] ?? '']))
    const body = new URLSearchParams({ ...said, TIMESTAMPGMT: paid.TIMESTAMPGMT, V2_HASH: hash })
    expect(v2Hash({ ...paid, ...said }, PASSPHRASE)).toBe(hash)
    expect(read(body)).toBe('malformed')
  }
})

/** Every way of joining neighbours so that this many are left. */
function cutInto(parts: readonly string[], count: number): string[][] {
  if (count === 1) return [[parts.join(':')]]
  return Array.from({ length: parts.length - count + 1 }, (_, taken) =>
    cutInto(parts.slice(taken + 1), count - 1).map((rest) => [parts.slice(0, taken + 1).join(':'), ...rest]),
  ).flat()
}

test('a batch is the same with zeros before it', () => {
  expect(read(signed({ PAYMENT_BATCH_NUM: '000123' }))).toMatchObject({ batch: '123' })
})
