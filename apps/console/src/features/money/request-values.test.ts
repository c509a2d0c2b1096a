import { expect, test } from 'vitest'
import { firstValues, missingFields, previewInput, requestInput } from './request-values.ts'

test('the server is asked once what moves money is filled in, before the words besides', () => {
  const empty = firstValues('payout', { cash_id: '100001' })
  expect(previewInput('payout', empty)).toBeNull()
  expect(missingFields('payout', empty)).toEqual(['amount', 'paid_to', 'reason'])
  const filled = { ...empty, amount: '12.50' }
  expect(previewInput('payout', filled)).toEqual({ kind: 'payout', cash_id: '100001', amount: '12.50' })
  expect(missingFields('payout', filled)).toEqual(['paid_to', 'reason'])
})

test('a request is what was tried out, with its words', () => {
  const values = { ...firstValues('payout', { cash_id: '100001', amount: '5' }), paid_to: 'Cash', reason: 'June.' }
  const { id, reason, ...rest } = requestInput('payout', 'an id', values)
  expect([id, reason]).toEqual(['an id', 'June.'])
  expect(rest).toEqual({ ...previewInput('payout', values), paid_to: 'Cash' })
})

test('an amount is read as people write it, and with a sign where it takes', () => {
  const values = { ...firstValues('adjustment', { cash_id: ' 7 ' }), amount: '1 250,50', direction: 'take' }
  expect(previewInput('adjustment', values)).toEqual({ kind: 'adjustment', cash_id: '7', amount: '-1250.50' })
})

test('what may stay empty is left out: all the commission, the rate of the moment, the owner', () => {
  const settlement = firstValues('settlement', { cash_id: '7' })
  expect(previewInput('settlement', settlement)).toEqual({ kind: 'settlement', cash_id: '7' })
  const credit = firstValues('topup_credit', { topup_id: 't' })
  expect(previewInput('topup_credit', credit)).toEqual({ kind: 'topup_credit', topup_id: 't' })
})
