import { expect, test } from 'vitest'
import { bearingDeg, moneyOf, moneyValues, placeOf, readCoordinates } from './terms.ts'

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
