import { expect, test } from 'vitest'
import { bearingDeg, fieldsForSecond, moneyOf, moneyValues, placeOf, readCoordinates } from './terms.ts'

test('an empty field is the fee of the channel, and no limit; nonsense is neither', () => {
  const none = { deposit_fee_bp: null, withdraw_fee_bp: null, max_amount: null, daily_limit: null, credit_line: null }
  expect(moneyOf(moneyValues(none))).toEqual(none)
  expect(moneyOf({ ...moneyValues(none), deposit_fee_bp: '.' }).deposit_fee_bp).toBeNaN()
})

test('an empty radius is not a radius of nothing', () => {
  expect(placeOf({ channel: 'a', geo_lat: ' 1.5', geo_lon: '2', geo_area: ' ' }).geo_area).toBeNaN()
})

test('coordinates are taken as maps copy them', () => {
  expect(readCoordinates('41.2995, 69.2401')).toEqual(['41.2995', '69.2401'])
  expect(readCoordinates(' -33.86 151.21 ')).toEqual(['-33.86', '151.21'])
  expect(readCoordinates('41.2995')).toBeNull()
})

test('east is to the right of north', () => {
  const origin = { geo_lat: '0', geo_lon: '0' }
  expect(bearingDeg(origin, { geo_lat: '1', geo_lon: '0' })).toBeCloseTo(0)
  expect(bearingDeg(origin, { geo_lat: '0', geo_lon: '1' })).toBeCloseTo(90)
  expect(bearingDeg(origin, { geo_lat: '0', geo_lon: '-1' })).toBeCloseTo(270)
})

test('a form names the fields that wait for a second operator: raised above the limit, removed, or too wide', () => {
  const agent = {
    status: 'approved',
    deposit_fee_bp: null,
    withdraw_fee_bp: null,
    max_amount: '100.00',
    daily_limit: '200.00',
    credit_line: null,
    geo_area: 300,
  } as const
  const place = { channel: 'a', geo_lat: '1', geo_lon: '2', geo_area: '300' }
  const limits = { above: '1000.00', fee: { deposit_fee_bp: 50, withdraw_fee_bp: 50 } }
  const fieldsOf = (change: object) => fieldsForSecond(agent, { ...place, ...moneyValues(agent), ...change }, limits)
  expect(fieldsOf({})).toEqual([])
  expect(fieldsOf({ max_amount: '900', credit_line: '1000', deposit_fee_bp: '0.5' })).toEqual([])
  expect(fieldsOf({ max_amount: '1000.01', daily_limit: '' })).toEqual(['max_amount', 'daily_limit'])
  expect(fieldsOf({ credit_line: '1001', geo_area: '5001', withdraw_fee_bp: '0.51' })).toEqual([
    'withdraw_fee_bp',
    'credit_line',
    'geo_area',
  ])
})
