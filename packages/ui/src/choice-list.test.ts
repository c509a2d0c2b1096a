import { expect, test } from 'vitest'
import { aroundChosen, searchOptions } from './choice-list.tsx'

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
