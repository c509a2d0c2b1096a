import { CallFailure } from '@cashbox/client/call-failure'
import { describe, expect, test } from 'vitest'
import { placeRefusal } from './place-refusal.ts'

const refused = (code: string, errors: Record<string, string[]> = {}) =>
  new CallFailure('refused', { status: 422, body: { code, message: 'No.', errors } })

describe('a refusal', () => {
  test('stands under the fields it names, in the first words of each', () => {
    const failure = refused('amount_mismatch', {
      amount: ['Wrong.', 'More.'],
      security_code: ['Code.'],
      transaction_id: ['ID.'],
    })
    expect(placeRefusal(failure)).toEqual({
      fields: { amount: 'Wrong.', securityCode: 'Code.', transactionId: 'ID.' },
      notification: null,
      isGeneral: false,
    })
  })

  test.each(['geo', 'geo_lat', 'geo_lon'])('of %s is a notification', (field) => {
    expect(placeRefusal(refused('geo_outside', { [field]: ['Outside.'] }))).toEqual({
      fields: {},
      notification: 'Outside.',
      isGeneral: false,
    })
  })

  test('without a field stands in the form, except maintenance, which was said already', () => {
    expect(placeRefusal(refused('too_many_requests')).isGeneral).toBe(true)
    expect(placeRefusal(refused('idempotency_key_reused', { idempotency_key: ['Reused.'] })).isGeneral).toBe(true)
    expect(placeRefusal(refused('maintenance', { maintenance: ['Soon.'] })).isGeneral).toBe(false)
  })
})
