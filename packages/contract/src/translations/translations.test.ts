import { expect, test } from 'vitest'
import { type Language, languages } from '../languages.ts'
import { noProblems, problemsOf } from './check-translations.ts'
import { translations } from './index.ts'

/** Names and patterns that are the same in every language. */
const names = ['Tron', 'Perfect Money', 'name@example.com', '0.00', '{screen} · {partner}']
/** Words that a language happens to share with English. */
const sharedWords: Partial<Record<Language, readonly string[]>> = {
  es: ['Demo', '{distance} km'],
  fr: [
    'Commission',
    'Contact',
    'Date',
    'Distance',
    'E-mail',
    'Maintenance',
    'Note',
    'Notifications',
    'Type',
    '{distance} km',
  ],
  tr: ['Demo', '{distance} km'],
}

test('there is a translation for every language and no other', () => {
  expect(Object.keys(translations).toSorted()).toEqual(languages.toSorted())
})

test.each(languages)(
  '%s has every text of the app, with its values and the plural forms of the language',
  (language) => {
    const allowed = [...names, ...(sharedWords[language] ?? [])]
    expect(problemsOf(language, translations[language], translations.en, allowed)).toEqual(noProblems)
  },
)

test.each([
  ['keys', { a: 'x' }],
  ['values', { a: 'x', b: '{who}' }],
  ['unreadable', { a: 'x', b: '{count, plural' }],
  ['pluralForms', { a: 'x', b: '{count, plural, one {# рубль} other {# рубля}}' }],
  ['leftInEnglish', { a: 'a', b: '{count, plural, one {# rouble} other {# roubles}}' }],
] as const)('the check notices wrong %s', (kind, russian) => {
  const english = { a: 'a', b: '{count, plural, one {# rouble} other {# roubles}}' }
  const problems = (() => {
    try {
      return problemsOf('ru', russian, english, [])[kind]
    } catch (error) {
      return [String(error)]
    }
  })()
  expect(problems.length).toBeGreaterThan(0)
})
