import { describe, expect, test } from 'vitest'
import { bearingDeg } from './bearing.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('the bearing', () => {
  test.each([
    ['north', at(41.2995, 69.2401), at(41.31, 69.2401), 0],
    ['east', at(0, 69), at(0, 70), 90],
    ['south', at(41.2995, 69.2401), at(41.29, 69.2401), 180],
    ['west', at(0, 69), at(0, 68), 270],
    ['north-east', at(0, 0), at(0.001, 0.001), 45],
    ['east over the antimeridian', at(0, 179.999), at(0, -179.999), 90],
    ['west over the antimeridian', at(0, -179.999), at(0, 179.999), 270],
  ])('to the %s is measured clockwise from north', (_name, from, to, degrees) => {
    expect(bearingDeg(from, to)).toBeCloseTo(degrees, 3)
  })

  test('follows the great circle: along a parallel of the north it sets out north of east', () => {
    // Baghdad to Osaka, both near 35 degrees north.
    expect(bearingDeg(at(35, 45), at(35, 135))).toBeCloseTo(60.16, 2)
  })

  test('of a point to itself is a number', () => {
    expect(bearingDeg(at(41, 69), at(41, 69))).toBe(0)
  })
})
