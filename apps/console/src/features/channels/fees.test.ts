import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { fromLocalInput } from '../../platform/formats.ts'
import { momentOf, nextFee, nextMidnight, pairOf, placeOf, presentFee } from './fees.ts'

const fee = (deposit_fee_bp: number, state: ChannelFee['state'], valid_from: number | null): ChannelFee => ({
  deposit_fee_bp,
  withdraw_fee_bp: 5,
  state,
  valid_from,
  valid_until: null,
})

const channel: Channel = {
  code: 'tashkent',
  name: 'Tashkent',
  currency_code: 'UZS',
  is_demo: false,
  version: 1,
  fees: [fee(400, 'future', 3000), fee(300, 'future', 2000), fee(200, 'present', 1000), fee(100, 'past', null)],
}

test('what counts now and what comes next are told apart from all the others', () => {
  expect(presentFee(channel)?.deposit_fee_bp).toBe(200)
  expect(nextFee(channel)?.deposit_fee_bp).toBe(300)
  expect(nextFee({ ...channel, fees: channel.fees.slice(2) })).toBeUndefined()
  expect(pairOf(fee(125, 'present', null))).toEqual({ deposit: '1.25', withdraw: '0.05' })
})

test('new fees end where the next planned change begins, and take the place of one for the same moment', () => {
  expect(placeOf(channel, null)).toEqual({ isTaken: false, until: 2000 })
  expect(placeOf(channel, 2000)).toEqual({ isTaken: true, until: 3000 })
  expect(placeOf(channel, 2500)).toEqual({ isTaken: false, until: 3000 })
  expect(placeOf(channel, 3000)).toEqual({ isTaken: true, until: null })
})

test('the next midnight is at most a day away, and nonsense is no moment', () => {
  const now = Date.now()
  const seconds = fromLocalInput(nextMidnight(now)) ?? 0
  expect(seconds * 1000).toBeGreaterThan(now)
  expect(seconds * 1000 - now).toBeLessThanOrEqual(25 * 3600 * 1000)
  expect(momentOf('')).toBeNaN()
})
