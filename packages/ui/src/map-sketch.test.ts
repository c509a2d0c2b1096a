import { expect, test } from 'vitest'
import { sketchHeight, sketchPlaces, sketchWidth } from './map-sketch.tsx'

test('the point, its circle and you are on the paper in every direction and at every distance', () => {
  for (let bearing = 0; bearing < 360; bearing += 15) {
    for (const distance of [301, 500, 5000, 9_000_000]) {
      const { point, you, radius } = sketchPlaces(distance, 300, bearing)
      for (const [place, around] of [
        [point, radius],
        [you, 8],
      ] as const) {
        expect(place.x - around).toBeGreaterThanOrEqual(0)
        expect(place.x + around).toBeLessThanOrEqual(sketchWidth)
        expect(place.y - around).toBeGreaterThanOrEqual(0)
        expect(place.y + around).toBeLessThanOrEqual(sketchHeight)
      }
    }
  }
})

test('you are outside the circle, on the side you are on', () => {
  for (const [bearing, isRight, isUpper] of [
    [45, true, true],
    [225, false, false],
  ] as const) {
    const { point, you, radius } = sketchPlaces(310, 300, bearing)
    expect(Math.hypot(you.x - point.x, you.y - point.y)).toBeGreaterThan(radius)
    expect(you.x > point.x).toBe(isRight)
    expect(you.y < point.y).toBe(isUpper)
  }
})
