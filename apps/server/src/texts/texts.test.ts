import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages, refusals } from '@cashbox/contract'
import { describe, expect, test } from 'vitest'
import { flatten, formOf, problemsOf } from '../../test/check-texts.ts'
import { say } from '../platform/texts.ts'

const load = (language: Language) =>
  flatten(JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')))

const english = load('en')
/** Words that a language happens to share with English. */
const sharedWords: Partial<Record<Language, readonly string[]>> = { fr: ['E-mail'] }

test('every refusal has words, and no words are left without a refusal', () => {
  const worded = [...english.keys()].flatMap((key) => /^refusals\.(.+)$/.exec(key)?.[1] ?? [])
  expect(worded.toSorted()).toEqual(Object.keys(refusals).toSorted())
})

describe.each(languages)('in %s', (language) => {
  const texts = load(language)

  test('every English text exists, and nothing else', () => {
    const missing = [...english.keys()].filter((key) => !texts.has(key))
    const tooMany = [...texts.keys()].filter((key) => !english.has(key))
    expect({ missing, tooMany }).toEqual({ missing: [], tooMany: [] })
  })

  test('every text takes the same values as in English, has the plural forms of the language and can be read', () => {
    const problems = [...texts].flatMap(([key, text]) =>
      problemsOf(language, text, english.get(key) ?? '').map((problem) => `${key} ${problem}: ${text}`),
    )
    expect(problems).toEqual([])
  })

  test('numbers are written in Latin digits', () => {
    expect(say(language, 'refusals.too_many_requests', { seconds: 37 })).toContain('37')
  })
})

test.each(languages.filter((language) => language !== 'en'))(
  'nothing in %s is left in English but shared words',
  (language) => {
    const same = [...load(language)].filter(
      ([key, text]) => text === english.get(key) && !sharedWords[language]?.includes(text),
    )
    expect(same).toEqual([])
  },
)

describe('Russian counts', () => {
  const plurals = [...load('ru')].filter(([, text]) => formOf('ru', text, 1) !== null)

  test('there are some', () => {
    expect(plurals.length).toBeGreaterThan(0)
  })

  test.each(plurals)('%s: 111 as 5, 101 as 21, 102 as 2', (_key, text) => {
    const [five, twentyOne, two] = [5, 21, 2].map((count) => formOf('ru', text, count))
    expect([111, 101, 102].map((count) => formOf('ru', text, count))).toEqual([five, twentyOne, two])
  })
})
