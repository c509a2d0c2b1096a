import { languages } from '@cashbox/contract'
import { expect, test } from 'vitest'
import { pluralFormsOf, rulesOf } from './message-rules.tsx'

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
