import { defaultLanguage, type RefusalCode, refusals } from '@cashbox/contract'
import { type Html, html } from '../../platform/html.ts'
import { say } from '../../platform/texts.ts'
import { table } from './fields-table.ts'

/** What the texts with a number or a name in them are shown with. */
const sampleValues = {
  seconds: 30,
  requestId: '0b9f7f0e',
  maximum: 100,
  triesLeft: 3,
  minimum: '10.00 USD',
  count: 5,
  cap: '1000.00',
  left: '250.00',
  asset: 'UZS',
  threshold: '500.00',
  percent: 10,
  hours: 8,
  problem: '…',
  before: '12650.00',
  balance: '250.00',
  amount: '100.00',
  name: '…',
  code: '…',
  address: '203.0.113.5',
  network: '203.0.113.0/24',
  written: '203.0.113.5/24',
}

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
