import { expect, test } from 'vitest'
import { readForm } from '../page/forms.ts'
import { emptyForm, errorsInForm, inputOf, valueOf, withDefaults } from './new-transaction.ts'

const account = {
  findTarget: async ({ channel, cash_id }: { channel?: string; cash_id?: string }) => {
    if (cash_id !== undefined) return cash_id === '100001' ? { cash_id, currency_code: 'UZS' } : null
    return { channel: channel ?? 'tashkent', currency_code: channel === 'istanbul' ? 'TRY' : 'UZS' }
  },
}

test('a script may leave out the reference, the target and its currency', async () => {
  expect(await withDefaults({ type: 'deposit', amount: '5.00', player_id: 7 }, account)).toEqual({
    reference: expect.stringMatching(/^sandbox-[0-9a-f-]{36}$/),
    type: 'deposit',
    amount: '5.00',
    player_id: '7',
    channel: 'tashkent',
    currency_code: 'UZS',
  })
})

test('each transaction has a reference of its own', async () => {
  const [one, other] = await Promise.all([withDefaults({}, account), withDefaults({}, account)])
  expect(one).not.toEqual(other)
})

test('what a script says itself is left as it is', async () => {
  const input = { reference: 'order-1', channel: 'istanbul', currency_code: 'USD', expires_at: 1, odd: true }
  expect(await withDefaults(input, account)).toEqual(input)
  expect(await withDefaults({ channel: 'istanbul' }, account)).toMatchObject({ currency_code: 'TRY' })
})

test('a transaction for one cashbox names no channel, known cashbox or not', async () => {
  const known = await withDefaults({ cash_id: '100001' }, account)
  expect(known).toMatchObject({ cash_id: '100001', currency_code: 'UZS' })
  const unknown = await withDefaults({ cash_id: '999' }, account)
  expect(unknown).toMatchObject({ cash_id: '999', currency_code: 'XXX' })
  for (const one of [known, unknown]) expect(one).not.toHaveProperty('channel')
})

test('what is no object is left for Cashbox to refuse', async () => {
  for (const input of [null, [], 'text', 5]) expect(await withDefaults(input, account)).toBe(input)
})

test('a form becomes what a script would send', () => {
  const sent = new URLSearchParams({ ...emptyForm, amount: ' 10.50 ', target: 'cash_id 100001', expiry: '60' })
  expect(inputOf(readForm(sent, emptyForm))).toEqual({
    type: 'deposit',
    amount: '10.50',
    player_id: '48210001',
    cash_id: '100001',
    expires_in: 60,
  })
  expect(inputOf(emptyForm)).toEqual({ type: 'deposit', amount: '25000.00', player_id: '48210001' })
})

test('the options of the form name their targets', () => {
  const targets = [
    { channel: 'tashkent', currency_code: 'UZS' },
    { cash_id: '100001', currency_code: 'UZS' },
  ]
  const input = targets.map((target) => inputOf({ ...emptyForm, target: valueOf(target) }))
  expect(input).toMatchObject([{ channel: 'tashkent' }, { cash_id: '100001' }])
})

test('reasons are beside the fields of the form', () => {
  expect(
    errorsInForm({
      amount: ['Not an amount', 'second'],
      cash_id: ['Unknown'],
      expires_at: ['Too late'],
      reference: ['x'],
    }),
  ).toEqual({ amount: 'Not an amount', target: 'Unknown', expiry: 'Too late' })
})
