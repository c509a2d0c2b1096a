import { type Language, languages, localeOf } from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import { createTranslator } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { coordinatesText, distanceText } from './distance-texts.ts'
import type { Messages } from './language.ts'

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
