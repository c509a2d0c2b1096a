import { describe, expect, test } from 'vitest'
import { aroundChosen, searchOptions } from './choice-list.tsx'
import { eraseCode, maxCodeLength, typeCode } from './code-input.tsx'
import { sketchHeight, sketchPlaces, sketchWidth } from './map-sketch.tsx'

describe('a security code in boxes', () => {
  test('grows key by key and moves to the next box', () => {
    expect(typeCode('', 0, 'a', 6)).toEqual({ code: 'a', position: 1 })
    expect(typeCode('a', 1, 'B', 6)).toEqual({ code: 'aB', position: 2 })
  })

  test('has its next place past the last box when it is full', () => {
    expect(typeCode('12345', 5, '6', 6)).toEqual({ code: '123456', position: 6 })
  })

  test('leaves no gap when a later box was tapped first', () => {
    expect(typeCode('12', 4, '3', 6)).toEqual({ code: '123', position: 3 })
  })

  test('replaces the character of the box typed into', () => {
    expect(typeCode('123456', 1, 'x', 6)).toEqual({ code: '1x3456', position: 2 })
  })

  test('is filled by a paste, with any characters between and into any box', () => {
    expect(typeCode('9', 1, ' 12-34 56\n', 6)).toEqual({ code: '123456', position: 6 })
  })

  test('keeps the case of its letters', () => {
    expect(typeCode('', 0, 'aBcD', 6).code).toBe('aBcD')
  })

  test('may be longer than the boxes, up to the longest there is', () => {
    expect(typeCode('123456', 5, '67', 6)).toEqual({ code: '1234567', position: 7 })
    expect(typeCode('', 0, '1'.repeat(40), 6).code).toHaveLength(maxCodeLength)
  })

  test('loses its last character to Backspace in an empty box, and that box is next', () => {
    expect(eraseCode('123', 3)).toEqual({ code: '12', position: 2 })
    expect(eraseCode('', 0)).toEqual({ code: '', position: 0 })
  })

  test('loses the character of a full box to Backspace', () => {
    expect(eraseCode('123456', 5)).toEqual({ code: '12345', position: 5 })
    expect(eraseCode('123456', 1)).toEqual({ code: '13456', position: 1 })
  })
})

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

const options = [
  { value: 'CI', label: "Côte d'Ivoire", keywords: 'Ivory Coast +225' },
  { value: 'TR', label: 'Türkiye', keywords: '+90' },
  { value: 'TM', label: 'Turkmenistan', keywords: '+993' },
  { value: 'UZ', label: 'Oʻzbekiston', keywords: 'Uzbekistan +998' },
]

const found = (query: string) => searchOptions(options, query).map(({ value }) => value)

test('a search finds an option without its accents', () => {
  expect(found('cote')).toEqual(['CI'])
  expect(found('turkiye')).toEqual(['TR'])
})

test('a search finds an option by its further words', () => {
  expect(found('ivory')).toEqual(['CI'])
  expect(found('998')).toEqual(['UZ'])
})

test('every word of a search has to be in the option', () => {
  expect(found('coast 225')).toEqual(['CI'])
  expect(found('coast 998')).toEqual([])
})

test('options that begin with what is searched come first', () => {
  expect(found('t')).toEqual(['TR', 'TM', 'CI', 'UZ'])
})

test('an empty search finds everything in its order', () => {
  expect(found('  ')).toEqual(['CI', 'TR', 'TM', 'UZ'])
})

const many = Array.from({ length: 100 }, (_, index) => ({ value: String(index), label: `Option ${index}` }))

test.each([
  ['nothing is chosen', null, 0, 24],
  ['the chosen option is near the top', '5', 0, 24],
  ['the chosen option is in the middle', '50', 38, 62],
  ['the chosen option is the last', '99', 76, 100],
])('where %s, the first rows are those around it', (_case, value, from, to) => {
  expect(aroundChosen(many, value)).toMatchObject({ from, to })
})

test('a short list is drawn at once', () => {
  expect(aroundChosen(many.slice(0, 3), '2')).toMatchObject({ from: 0, to: 3 })
})
