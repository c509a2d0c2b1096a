import * as contract from '@cashbox/contract/operator'
import { cancelTransaction, createTransaction } from '@cashbox/contract/partner'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agree } from '../../test/agree.ts'
import { type OperatorClient, operatorOf } from '../../test/operator-client.ts'
import { openPartner, type PartnerClient } from '../../test/partner-client.ts'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '../../test/partner-world.ts'
import { sql } from '../platform/database/database.ts'

let world: PartnerWorld
let admin: OperatorClient
let partner: PartnerClient
beforeAll(async () => {
  world = await openPartnerWorld()
  admin = await operatorOf(world.address, 'admin')
})
beforeEach(async () => {
  partner = await openPartner(world)
})
afterAll(() => world.close())

const reason = 'as agreed'
const read = async () => {
  const { list } = (await admin.call(contract.listPartners, {})).payload
  const found = list.find(({ code }) => code === partner.code)
  if (!found) throw new Error('the partner is not listed')
  return found
}
const setLimits = async (max_open: string | null, max_per_day: string | null, currency_code = 'UZS') => {
  const { code, version } = await read()
  return admin.call(contract.setPartnerWithdrawalLimits, {
    code,
    version,
    currency_code,
    max_open,
    max_per_day,
    reason,
  })
}
const withdraw = (amount: string, changes = {}) =>
  partner.call(createTransaction, newTransaction({ type: 'withdraw', amount, ...changes }))
const outcomeOf = ({ status, failure }: { status: number; failure: { code: string } }) =>
  status === 200 ? 'opened' : failure.code

describe('what a partner may have paid out', () => {
  test('is a thousand times the approval limit by default, far below what a stolen key would take', async () => {
    expect((await read()).withdrawal_limits).toContainEqual({
      currency_code: 'UZS',
      max_open: '1000000000.00',
      max_per_day: '1000000000.00',
    })
    expect(outcomeOf(await withdraw('900000000.00'))).toBe('opened')
    const refused = await withdraw('200000000.00')
    expect([refused.status, outcomeOf(refused)]).toEqual([422, 'open_withdrawals_exceeded'])
    expect(refused.failure.errors['amount']?.[0]).toContain('1000000000.00 UZS')
  })

  test('is never exceeded, however many withdrawals are opened at the same moment', async () => {
    await setLimits('1000.00', '100000.00')
    const answers = await Promise.all(Array.from({ length: 12 }, () => withdraw('300.00')))
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'opened')).toHaveLength(3)
    expect(outcomeOf(await withdraw('100.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('0.01'))).toBe('open_withdrawals_exceeded')
    const deposit = await partner.call(createTransaction, newTransaction({ amount: '5000.00' }))
    expect(deposit.status).toBe(200)
  })

  test('has room again for what was paid out or cancelled, up to the limit of the day', async () => {
    await setLimits('1000.00', '2500.00')
    const first = (await withdraw('1000.00')).payload
    expect(outcomeOf(await withdraw('1000.00'))).toBe('open_withdrawals_exceeded')
    await partner.call(cancelTransaction, { transaction_id: first.transaction.transaction_id })
    const second = (await withdraw('1000.00')).payload
    await world.confirmOpened(second.transaction, second.security_code)
    expect(outcomeOf(await withdraw('600.00'))).toBe('daily_withdrawals_exceeded')
    expect(outcomeOf(await withdraw('500.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('0.01'))).toBe('daily_withdrawals_exceeded')
    await world.db.execute(sql`
      update partner_position set day = day - 1 where player_service_id = ${partner.playerServiceId}`)
    expect(outcomeOf(await withdraw('500.00'))).toBe('opened')
  })

  test('has room for the deposits of the day, as soon as they are counted', async () => {
    await setLimits('5000.00', '1000.00')
    expect(outcomeOf(await withdraw('1000.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('400.00'))).toBe('daily_withdrawals_exceeded')
    await world.db.execute(sql`
      insert into network_hour (hour, channel_id, player_service_id, deposit_count, deposit_sum)
      select date_trunc('hour', ${world.clock.now()}::timestamptz), id, ${partner.playerServiceId}, 1, 40000
      from channel where code = 'tashkent'`)
    expect(outcomeOf(await withdraw('400.00'))).toBe('opened')
    await world.db.execute(sql`delete from network_hour where player_service_id = ${partner.playerServiceId}`)
  })

  test('is not used up by a repeated request, nor by one that is refused', async () => {
    await setLimits('1000.00', '1000.00')
    const reference = 'again-and-again'
    const answers = await Promise.all(Array.from({ length: 4 }, () => withdraw('600.00', { reference })))
    expect(answers.map(outcomeOf)).toEqual(['opened', 'opened', 'opened', 'opened'])
    expect(outcomeOf(await withdraw('600.00'))).toBe('open_withdrawals_exceeded')
    expect(outcomeOf(await withdraw('400.00'))).toBe('opened')
  })

  test('is lowered by one admin and raised by two', async () => {
    const lowered = await setLimits('1000.00', '2000.00')
    expect([lowered.payload.request, (await read()).withdrawal_limits]).toEqual([
      null,
      expect.arrayContaining([{ currency_code: 'UZS', max_open: '1000.00', max_per_day: '2000.00' }]),
    ])
    const raised = await setLimits('500.00', '3000.00')
    expect(raised.payload.request).toMatchObject({
      kind: 'partner_limits',
      before: { max_open: '1000.00', max_per_day: '2000.00' },
      after: { max_open: '500.00', max_per_day: '3000.00' },
    })
    expect(outcomeOf(await withdraw('800.00'))).toBe('opened')
    expect((await agree(world.address, raised)).state).toBe('completed')
    expect(outcomeOf(await withdraw('0.01'))).toBe('open_withdrawals_exceeded')
    // The default is higher, so it needs two as well.
    expect((await setLimits(null, null)).payload.request).not.toBeNull()
    expect((await setLimits('1.00', '1.00', 'XYZ')).failure.code).toBe('invalid_fields')
  })
})
