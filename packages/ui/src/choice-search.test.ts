import { expect, test } from 'vitest'
import { searchOptions } from './choice-search.ts'

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
