import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createWebhookLog } from './webhook-log.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`

interface Told {
  readonly id?: string
  readonly type?: string
  readonly transaction?: string
  readonly timestamp?: string
  readonly signedWith?: string
  readonly status?: number | null
  readonly at?: Date
}

const openLog = () => {
  const log = createWebhookLog()
  const tell = (told: Told = {}) => {
    const { id = randomUUID(), type = 'transaction.confirmed', transaction = 'K7M2QX9PTR', status = 200 } = told
    const { timestamp = '2026-11-15T10:00:00.000Z', signedWith = secret, at = new Date() } = told
    const body = JSON.stringify({ type, timestamp, data: { transaction_id: transaction } })
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(signedWith).sign(id, at, body),
    }
    return log.take({ headers, body, secret, at: new Date(), answer: () => status })
  }
  return { ...log, tell }
}

test('a genuine webhook is verified, and newest ones come first', () => {
  const { tell, list } = openLog()
  tell({ transaction: 'FIRST' })
  tell({ transaction: 'SECOND', type: 'transaction.reversed' })
  expect(list().map(({ transaction_id }) => transaction_id)).toEqual(['SECOND', 'FIRST'])
  expect(list()[0]).toMatchObject({
    type: 'transaction.reversed',
    is_verified: true,
    problem: null,
    is_duplicate: false,
    is_out_of_order: false,
    answered: 200,
  })
})

test('a webhook with another secret, a changed body, an old time or no signature is not verified', () => {
  const { tell, take } = openLog()
  const signed = { secret, at: new Date(), answer: () => 401 }
  const others = [
    tell({ signedWith: `whsec_${randomBytes(32).toString('base64')}` }),
    tell({ at: new Date(Date.now() - 6 * 60 * 1000) }),
    take({ ...signed, headers: {}, body: '{}' }),
    take({ ...signed, headers: { 'webhook-id': ['a', 'b'] }, body: 'no JSON at all' }),
  ]
  for (const webhook of others) {
    expect(webhook).toMatchObject({ is_verified: false, problem: expect.stringMatching(/\w+/) })
  }
})

test('a repeat of a webhook is marked by its webhook-id, not by what it says', () => {
  const { tell } = openLog()
  expect(tell({ id: 'one' }).is_duplicate).toBe(false)
  expect(tell({ id: 'two' }).is_duplicate).toBe(false)
  expect(tell({ id: 'one' }).is_duplicate).toBe(true)
})

test('what happened earlier to a transaction than what was reported already is out of order', () => {
  const { tell } = openLog()
  tell({ id: 'reversed', timestamp: '2026-11-15T10:05:00.000Z' })
  expect(tell({ transaction: 'ANOTHER', timestamp: '2026-11-15T10:00:00.000Z' }).is_out_of_order).toBe(false)
  expect(tell({ timestamp: '2026-11-15T10:00:00.000Z' }).is_out_of_order).toBe(true)
  expect(tell({ timestamp: '2026-11-15T10:06:00.000Z' }).is_out_of_order).toBe(false)
  // Sent again, it is a repeat and nothing worse.
  expect(tell({ id: 'reversed', timestamp: '2026-11-15T10:05:00.000Z' })).toMatchObject({
    is_duplicate: true,
    is_out_of_order: false,
  })
})

test('a forged webhook makes no genuine one look repeated or late', () => {
  const { tell } = openLog()
  const forger = `whsec_${randomBytes(32).toString('base64')}`
  tell({ id: 'guessed', timestamp: '2099-01-01T00:00:00.000Z', signedWith: forger })
  expect(tell({ id: 'guessed' })).toMatchObject({ is_verified: true, is_duplicate: false, is_out_of_order: false })
})

test('the last 500 are kept', () => {
  const { tell, list } = openLog()
  for (let number = 1; number <= 503; number += 1) tell({ id: `${number}` })
  expect(list()).toHaveLength(500)
  expect([list().at(0)?.webhook_id, list().at(-1)?.webhook_id]).toEqual(['503', '4'])
})
