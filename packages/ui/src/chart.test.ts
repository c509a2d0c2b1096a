import { describe, expect, test } from 'vitest'
import { chartScale, labelEvery, labelledPoints, linePath, niceMax } from './chart.tsx'
import { type DonutSegment, donutArcs } from './donut.tsx'

const segments = (deposit: number, withdraw: number): DonutSegment[] => [
  { key: 'deposit', value: deposit, tone: 'deposit' },
  { key: 'withdraw', value: withdraw, tone: 'withdraw' },
]

const shares = (deposit: number, withdraw: number) =>
  donutArcs(segments(deposit, withdraw)).map(({ startAngle, endAngle }) => (endAngle - startAngle) / (2 * Math.PI))

describe('the donut', () => {
  test('gives each segment its share of the ring', () => {
    expect(shares(3, 1)).toEqual([expect.closeTo(0.75, 2), expect.closeTo(0.25, 2)])
  })

  test('shows two equal segments, marked as empty, when both are 0', () => {
    expect(shares(0, 0)).toEqual([expect.closeTo(0.5, 5), expect.closeTo(0.5, 5)])
    expect(donutArcs(segments(0, 0)).every(({ isEmpty }) => isEmpty)).toBe(true)
    expect(donutArcs(segments(1, 0)).some(({ isEmpty }) => isEmpty)).toBe(false)
  })

  test('closes the ring when one segment is everything', () => {
    expect(donutArcs(segments(5, 0)).map(({ key }) => key)).toEqual(['deposit'])
    expect(shares(5, 0)).toEqual([expect.closeTo(1, 5)])
  })

  test('has a hole of 80 % in a ring 280 high', () => {
    const radii = [...(donutArcs(segments(1, 0))[0]?.path ?? '').matchAll(/A([\d.]+)/g)].map(([, radius]) =>
      Number(radius),
    )
    expect(new Set(radii)).toEqual(new Set([140, 112]))
  })

  test('draws nothing for values that are no amounts', () => {
    expect(donutArcs(segments(Number.NaN, 4)).map(({ key }) => key)).toEqual(['withdraw'])
    expect(donutArcs(segments(-1, 4)).map(({ key }) => key)).toEqual(['withdraw'])
  })
})

describe('names below a chart', () => {
  test('are at most so many, the last among them', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => `${hour}:00`)
    expect(labelledPoints(hours, 6)).toEqual([3, 7, 11, 15, 19, 23])
  })

  test('stand once where neighbours share one', () => {
    expect(labelledPoints(['14 Nov', '15 Nov', '15 Nov', '15 Nov', '16 Nov', '16 Nov'], 6)).toEqual([1, 4])
  })
})

test('a balance goes in steps', () => {
  const scale = chartScale([0, 10])
  expect(linePath([10, 5], scale, true)).toBe('M250.0 0.0H750.0V500.0')
})

describe('the top of a chart', () => {
  test.each([
    [0, 1],
    [0.03, 0.04],
    [1, 1],
    [7, 10],
    [99, 100],
    [101, 200],
    [1_720_000, 2_000_000],
    [2_400_000, 2_500_000],
    [3_100_000, 4_000_000],
  ])('for %d is the round number %d', (value, top) => {
    expect(niceMax(value)).toBe(top)
  })

  test('is never below the highest bar', () => {
    for (let value = 0.013; value < 1e12; value *= 1.7) expect(niceMax(value)).toBeGreaterThanOrEqual(value)
  })

  test('is 1 for what is no number, so that nothing is divided by 0', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -5]) expect(niceMax(value)).toBe(1)
  })
})

describe('the scale of a chart', () => {
  test('begins at zero and ends above the highest value', () => {
    const { lines, placeOf } = chartScale([30, 95])
    expect(lines).toEqual([100, 75, 50, 25, 0])
    expect([placeOf(100), placeOf(50), placeOf(0)]).toEqual([0, 0.5, 1])
  })

  test('has its zero line between values above and below it', () => {
    const { lines, placeOf } = chartScale([90, -40])
    expect(lines).toEqual([100, 0, -40])
    expect(placeOf(0)).toBeCloseTo(100 / 140)
  })

  test('draws only what is below zero, and nothing at all, without dividing by zero', () => {
    expect(chartScale([-3]).lines).toEqual([0, -4])
    expect(chartScale([0, 0]).lines).toEqual([0])
    expect(chartScale([]).placeOf(0)).toBe(1)
  })
})

describe('a line', () => {
  test('goes through the middle of each point, and has a gap where there is no value', () => {
    expect(linePath([0, 10, null, 5], chartScale([0, 10, 5]))).toBe('M125.0 1000.0L375.0 0.0M875.0 500.0')
  })
})

test('labels below a chart are never more than asked for', () => {
  for (const points of [1, 6, 12, 24, 30, 36]) {
    expect(Math.ceil(points / labelEvery(points, 6))).toBeLessThanOrEqual(6)
  }
})
