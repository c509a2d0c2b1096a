import { languages } from '@cashbox/contract'
import type { AppText } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
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
