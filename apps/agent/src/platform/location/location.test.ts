import { expect, test } from 'vitest'
import { coordinateText, judgePosition, pointOf } from './location.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude, accuracyM: 5, takenAtMs: 0 })
const agent = { is_demo: false, geo_lat: '41.2995', geo_lon: '69.2401', geo_area: 100 }

test('an agent within the allowed area is allowed', () => {
  expect(judgePosition({ ...agent, geo_area: 101 }, at(41.3004, 69.2401)).status).toBe(1)
})

test('an agent outside the allowed area by less than a metre is outside', () => {
  const state = judgePosition(agent, at(41.3004, 69.2401))
  expect(state.status).toBe(2)
  expect(state.distanceM).toBeCloseTo(100.075434, 5)
})

test('a demo agent is allowed anywhere', () => {
  expect(judgePosition({ ...agent, is_demo: true }, at(-33.9, 151.2)).status).toBe(1)
})

test('an agent without a point yet is allowed, as there is nothing to be outside of', () => {
  expect(judgePosition({ ...agent, geo_lat: null, geo_lon: null }, at(0, 0))).toMatchObject({
    status: 1,
    distanceM: null,
  })
})

test('the point of an agent is read from strings', () => {
  expect(pointOf(agent)).toEqual({ latitude: 41.2995, longitude: 69.2401 })
})

test('coordinates are sent as plain decimals, however small they are', () => {
  expect(coordinateText(0.0000001)).toBe('0.0000001')
  expect(coordinateText(-69.2401)).toBe('-69.2401000')
})
