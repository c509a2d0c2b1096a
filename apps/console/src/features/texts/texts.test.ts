import { languages } from '@cashbox/contract'
import type { AppText } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { pluralFormsOf, rulesOf } from './text-detail.tsx'
import { findTexts, type KnownText, statesOf } from './texts.ts'

const spoken = (text: string | null, more: Partial<AppText> = {}): AppText => ({
  text,
  default_text: text,
  is_changed: false,
  changed_by: null,
  changed_at: null,
  version: 0,
  problem: text === null ? 'missing' : null,
  ...more,
})

const known = (key: string, english: string, russian: AppText): KnownText => ({
  key,
  texts: {
    ...(Object.fromEntries(languages.map((one) => [one, spoken('…')])) as KnownText['texts']),
    en: spoken(english),
    ru: russian,
  },
})

const list = [
  known('common.close', 'Close', spoken('Закрыть')),
  known('common.back', 'Back', spoken(null)),
  known('common.meters', 'meters', spoken('метры', { is_changed: true, problem: 'has no number' })),
]
const keysFor = (search: string, state = '') => findTexts(list, { language: 'ru', search, state }).map(({ key }) => key)

test('a text is found by its key, by the English and by its own words, in any case', () => {
  expect(keysFor(' ЗАКР')).toEqual(['common.close'])
  expect(keysFor('back')).toEqual(['common.back'])
  expect(keysFor('common.')).toHaveLength(3)
})

test('what is missing is distinguished from what is wrong, and both from what is only changed', () => {
  expect(list.map(({ texts }) => statesOf(texts.ru))).toEqual([[], ['missing'], ['wrong', 'changed']])
  expect(keysFor('', 'missing')).toEqual(['common.back'])
  expect(keysFor('', 'changed')).toEqual(['common.meters'])
})

test('values are distinguished from the words inside plurals', () => {
  expect(rulesOf('Confirm {amount} {currency}')).toEqual({ values: ['amount', 'currency'], counted: [] })
  expect(rulesOf('{count, plural, one {day} other {# days, {name}}} of {total}')).toEqual({
    values: ['name', 'total'],
    counted: ['count'],
  })
  expect(rulesOf('Nothing here')).toEqual({ values: [], counted: [] })
})

test('every form of every language has a number that takes it', () => {
  for (const language of languages) {
    for (const { form, numbers } of pluralFormsOf(language))
      expect([language, form, numbers.length > 0]).toContain(true)
  }
  expect(pluralFormsOf('ru').find(({ form }) => form === 'few')?.numbers).toEqual([2, 3, 4, 22])
  expect(pluralFormsOf('ar')).toHaveLength(6)
})
