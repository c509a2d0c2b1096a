import { defaultLanguage, type RefusalCode, refusals } from '@cashbox/contract'
import { say } from '../../platform/texts.ts'
import { table } from './fields-table.ts'
import { type Html, html } from './html.ts'

/** What the texts with a number or a name in them are shown with. */
const sampleValues = { seconds: 30, requestId: '0b9f7f0e', maximum: 100, triesLeft: 3, minimum: '10.00 USD', count: 5 }

/** Sorted by status; the words are those that the API answers with in English. */
export function refusalsTable(label: string, codes: readonly RefusalCode[]): Html {
  const rows = codes
    .map((code): { code: RefusalCode; status: number; field?: string } => ({ code, ...refusals[code] }))
    .toSorted((a, b) => a.status - b.status)
  return table(
    label,
    ['Code', 'Status', 'Field', 'English text'],
    rows.map(({ code, status, field }) => [
      html`<code>${code}</code>`,
      String(status),
      field === undefined ? '–' : html`<code>${field}</code>`,
      say(defaultLanguage, `refusals.${code}`, sampleValues),
    ]),
  )
}
