import { expect, test } from 'vitest'
import { boxOf } from './items.ts'

test('the box of a circle is as far from its middle as the circle, also where degrees are short', () => {
  const box = boxOf([{ kind: 'circle', key: 'a', lat: 60, lon: 10, radiusM: 11_132, tone: 'main' }])
  expect(box?.north).toBeCloseTo(60.1)
  expect(box?.east).toBeCloseTo(10.2)
})

test('nothing has no box, and no box is larger than the world', () => {
  expect(boxOf([])).toBeNull()
  const all = boxOf([{ kind: 'circle', key: 'a', lat: 89, lon: 179, radiusM: 20_000_000, tone: 'main' }])
  expect(all).toEqual({ south: -90, north: 90, west: -180, east: 180 })
})
