import * as partnerApi from '@cashbox/contract/partner'
import { openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

test('five wrong codes lock, the partner gets an event, and unlocking lets the right code in', async () => {
  const transaction = await world.opened({ type: 'withdraw' })
  const { transaction_id, security_code } = transaction
  const wrong = security_code === '000000' ? '111111' : '000000'
  for (let index = 0; index < 5; index += 1) await world.confirmOpened(transaction, wrong)
  expect((await world.confirmOpened(transaction, security_code)).failure.code).toBe('transaction_locked')
  expect(await world.eventsOf(transaction_id)).toMatchObject([{ type: 'transaction.locked', data: { state: 'open' } }])
  expect((await world.partner.call(partnerApi.readTransaction, { transaction_id })).payload.transaction.is_locked).toBe(
    true,
  )
  const unlocked = await world.partner.call(partnerApi.unlockTransaction, { transaction_id })
  expect(unlocked.payload.transaction.is_locked).toBe(false)
  expect((await world.confirmOpened(transaction, security_code)).status).toBe(200)
  expect((await world.eventsOf(transaction_id)).map(({ type }) => type)).toEqual([
    'transaction.locked',
    'transaction.confirmed',
  ])
})
