import { expect, test } from 'vitest'
import { type Language, languages } from '../languages.ts'
import { noProblems, problemsOf } from '../translations/check-translations.ts'
import { english } from './english.ts'
import { consoleTexts } from './index.ts'

/** Names, codes and patterns that are the same in every language. */
const names = [
  'Tron',
  'Perfect Money',
  'CSV',
  'Excel (.xlsx)',
  'Ctrl K',
  '2026-11',
  'operator.change',
  'operator',
  '{player} ({partner})',
  '{day} (UTC)',
]
const units = ['{metres} m', '± {metres} m', '{milliseconds} ms', '{value} ms', '{value} s', '{value} min', '{value} h']
/** Words that a language happens to share with English. */
const sharedWords: Partial<Record<Language, readonly string[]>> = {
  es: ['Color', 'Demo', 'No', 'Real', 'Total', 'Webhook', 'Webhooks', '{seconds} s', ...units],
  fr: `Action,Actions,Active,Administration,Agent,Agents,Code,Commission,Confirmation,Confirmations,Console,Date,Distance,E-mail,Format,
    Latitude,Longitude,Maintenance,Note,Notes,Notifications,Page,Pages,Point,Position,Score,Secret,Sessions,Signal,Total,Transaction,
    Transactions,Type,Volume,Webhook,Webhooks,minutes,Transaction {id},{seconds} s`
    .split(/,\s*/)
    .concat(units),
  tr: ['Demo', 'No.', 'Risk', 'Webhook', ...units],
}

test.each(languages)(
  '%s has every text of the console, with its values and the plural forms of the language',
  (language) => {
    const allowed = [...names, ...(sharedWords[language] ?? [])]
    expect(problemsOf(language, consoleTexts[language], english, allowed)).toEqual(noProblems)
  },
)
