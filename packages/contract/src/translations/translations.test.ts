import { describe, expect, test } from 'vitest'
import { type Language, languages } from '../languages.ts'
import {
  differentArguments,
  differentKeys,
  flatten,
  formatWith,
  pluralsOf,
  silentPlurals,
  unreadable,
  untranslated,
  wrongPlurals,
} from './check-translations.ts'
import { translations } from './index.ts'

const english = flatten(translations.en)

/** Names and patterns that are the same in every language. */
const names = ['Tron', 'Perfect Money', 'name@example.com', '0.00', '{screen} · {partner}']
/** Words that a language happens to share with English. */
const sharedWords: Partial<Record<Language, readonly string[]>> = {
  es: ['Demo', '{distance} km'],
  fr: ['Contact', 'Distance', 'E-mail', 'Maintenance', 'Note', 'Notifications', '{distance} km'],
  tr: ['Demo', '{distance} km'],
}

test('there is a translation for every language and no other', () => {
  expect(Object.keys(translations).toSorted()).toEqual(languages.toSorted())
})

describe.each(languages)('in %s', (language) => {
  const texts = flatten(translations[language])

  test('every text of the English app exists, and nothing else', () => {
    expect(differentKeys(texts, english)).toEqual([])
  })

  test('every text takes the same values as in English', () => {
    expect(differentArguments(language, texts, english)).toEqual([])
  })

  test('every text can be read, whatever the number in it', () => {
    expect(unreadable(language, texts)).toEqual([])
  })

  test('every plural has exactly the forms of the language', () => {
    expect(wrongPlurals(language, texts)).toEqual([])
  })

  test('a plural form that serves several numbers names the number', () => {
    expect(silentPlurals(language, texts)).toEqual([])
  })
})

test.each(languages.filter((language) => language !== 'en'))(
  'nothing in %s is left in English but names and shared words',
  (language) => {
    const allowed = [...names, ...(sharedWords[language] ?? [])]
    expect(untranslated(flatten(translations[language]), english, allowed)).toEqual([])
  },
)

describe('Russian counts', () => {
  const plurals = [...flatten(translations.ru)].filter(([, message]) => pluralsOf('ru', message).length > 0)
  const form = (message: string, count: number) =>
    formatWith('ru', message, count).replace(new RegExp(`\\b${count}\\b`), '#')

  test('there are some', () => {
    expect(plurals.length).toBeGreaterThan(0)
  })

  test.each(plurals)('%s: 111 as 5, 101 as 21, 102 as 2', (_key, message) => {
    expect(form(message, 111)).toBe(form(message, 5))
    expect(form(message, 101)).toBe(form(message, 21))
    expect(form(message, 102)).toBe(form(message, 2))
  })
})
