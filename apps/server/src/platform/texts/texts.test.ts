import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { amountRefusals, confirmPayment, depositForPlayer, type Language, languages, refusals } from '@cashbox/contract'
import { alertKinds } from '@cashbox/contract/operator'
import { refusalTexts } from '@cashbox/contract/refusal-texts'
import type { Translations } from '@cashbox/contract/translations'
import { noProblems, problemsOf } from '@cashbox/contract/translations/check'
import { expect, test } from 'vitest'
import { translate } from '../texts.ts'

const load = (language: Language): Translations => ({
  ...(JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')) as Translations),
  refusals: refusalTexts[language].messages,
})

const english = load('en')
/** Words that a language happens to share with English. */
const sharedWords: Partial<Record<Language, readonly string[]>> = {
  es: ['Hash'],
  fr: 'Action,Code,Commission,Confirmations,Distance (m),E-mail,Latitude,Longitude,Note,Score,Session,Type'.split(','),
}

test('every refusal has words, and no words are left without a refusal', () => {
  expect(Object.keys(english['refusals'] ?? {}).toSorted()).toEqual(Object.keys(refusals).toSorted())
})

test('every refusal of a confirmation that is no wrong input has a label', () => {
  const wrongInput = new Set<string>([...amountRefusals, 'idempotency_key_invalid'])
  const codes = new Set<string>([...confirmPayment.refusals, ...depositForPlayer.refusals, 'too_many_requests'])
  const counted = [...codes].filter((code) => !wrongInput.has(code))
  expect(Object.keys(refusalTexts.en.labels).toSorted()).toEqual(counted.toSorted())
})

test.each(languages)(
  '%s has every text of the server, with its values and the plural forms of the language',
  (language) => {
    expect(problemsOf(language, load(language), english, sharedWords[language] ?? [])).toEqual(noProblems)
  },
)

test.each(languages)('numbers are written in Latin digits in %s', (language) => {
  expect(translate(language, 'refusals.too_many_requests', { seconds: 37 })).toContain('37')
})

test('every kind of alert has words, and no words are left without a kind', () => {
  const { kinds } = english['alert'] as { kinds: Record<string, string> }
  expect(Object.keys(kinds).toSorted()).toEqual([...alertKinds].toSorted())
})
