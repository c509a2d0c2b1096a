import { type Language, languages, localeOf } from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import { createTranslator } from 'use-intl'
import { describe, expect, test } from 'vitest'
import type { Messages } from '../language/language.ts'
import { bearingDeg, coordinatesText, distanceText } from './distance.ts'
import { coordinateText, judgeLocation, pointOf } from './location.ts'

const inLanguage = (language: Language, distanceM: number) => {
  const locale = localeOf(language)
  const messages = translations[language] as unknown as Messages
  return distanceText(distanceM, createTranslator({ locale, messages, namespace: 'common' }), locale)
}

describe('a distance', () => {
  test.each([
    [0, '0 meters'],
    [1, '1 meter'],
    [299.6, '300 meters'],
    [1234, '1,234 meters'],
    [9999.4, '9,999 meters'],
    [9999.6, '10 km'],
    [265_826, '266 km'],
    [20_015_087, '20,015 km'],
  ])('of %d m is "%s"', (distanceM, text) => {
    expect(inLanguage('en', distanceM)).toBe(text)
  })

  test.each([
    [1, '1 метр'],
    [2, '2 метра'],
    [5, '5 метров'],
    [11, '11 метров'],
    [21, '21 метр'],
    [111, '111 метров'],
    [112, '112 метров'],
    [122, '122 метра'],
    [1001, '1,001 метр'],
    [1011, '1,011 метров'],
  ])('of %d m is "%s" in Russian', (distanceM, text) => {
    expect(inLanguage('ru', distanceM)).toBe(text)
  })

  test.each(languages)('has its thousands written alike in %s', (language) => {
    expect(inLanguage(language, 4321)).toContain('4,321')
    expect(inLanguage(language, 4_321_000)).toContain('4,321')
  })
})

test('coordinates are shown to about a metre', () => {
  expect(coordinatesText({ latitude: 41.2995, longitude: -69.2401234 })).toBe('41.29950, -69.24012')
})

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

const locationAt = (latitude: number, longitude: number) => ({ ...at(latitude, longitude), accuracyM: 5, takenAtMs: 0 })
const agent = { is_demo: false, geo_lat: '41.2995', geo_lon: '69.2401', geo_area: 100 }

test('an agent within the allowed area is allowed', () => {
  expect(judgeLocation({ ...agent, geo_area: 101 }, locationAt(41.3004, 69.2401)).status).toBe(1)
})

test('an agent outside the allowed area by less than a metre is outside', () => {
  const state = judgeLocation(agent, locationAt(41.3004, 69.2401))
  expect(state.status).toBe(2)
  expect(state.distanceM).toBeCloseTo(100.075434, 5)
})

test('a demo agent is allowed anywhere', () => {
  expect(judgeLocation({ ...agent, is_demo: true }, locationAt(-33.9, 151.2)).status).toBe(1)
})

test('an agent without a point yet is allowed, as there is nothing to be outside of', () => {
  expect(judgeLocation({ ...agent, geo_lat: null, geo_lon: null }, locationAt(0, 0))).toMatchObject({
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
