import { Readable } from 'node:stream'
import { directionOf, type FileAnswer, type FileFormat, type Language } from '@cashbox/contract'
import type { SignedStatement } from '@cashbox/contract/partner'
import { type Frame, textCell } from '../../platform/files/cells.ts'
import { writeCsv } from '../../platform/files/csv.ts'
import { type PdfColumn, writePdf } from '../../platform/files/write-pdf.ts'
import { writeXlsx } from '../../platform/files/write-xlsx.ts'
import { translate } from '../../platform/texts.ts'

interface StatementFile {
  readonly signed: SignedStatement
  readonly network: string
  readonly partner: { readonly code: string; readonly name: string }
  readonly format: FileFormat
  readonly language: Language
}

type Words = (key: string) => string

interface Line {
  readonly kind: string
  readonly details: string
  readonly count: string
  readonly amount: string
}

/** The same lines in all formats; a PDF and a workbook also have the facts and the signature. Times are in UTC. */
export function writeStatement({ signed, network, partner, format, language }: StatementFile): FileAnswer {
  const t: Words = (key) => translate(language, `partner_statement.${key}`)
  const { statement } = signed
  const title = `${network} · ${t('title')}`
  const columns = columnsOf(t)
  const isRightToLeft = directionOf(language) === 'rtl'
  const frame: Frame = { head: headOf(signed, partner.name, t), foot: () => footOf(signed, t) }
  const pages = onePage(linesOf(signed, t))
  const content =
    format === 'pdf'
      ? Readable.from(writePdf({ title, columns, pages, frame, isRightToLeft }), { objectMode: false })
      : format === 'xlsx'
        ? writeXlsx({
            name: 'statement',
            columns,
            pages,
            frame: { head: [[textCell(title)], ...frame.head, []], foot: frame.foot },
            isRightToLeft,
          })
        : Readable.from(writeCsv(columns, pages), { objectMode: false })
  const name = ['cashbox', 'statement', partner.code, statement.currency_code, statement.number].join('-')
  return { name, type: format, content }
}

async function* onePage(lines: readonly Line[]) {
  yield lines
}

const columnsOf = (t: Words): readonly PdfColumn[] => [
  { name: t('kind'), path: 'kind', kind: 'text', weight: 3 },
  { name: t('details'), path: 'details', kind: 'text', weight: 4 },
  { name: t('count'), path: 'count', kind: 'number', weight: 1 },
  { name: t('amount'), path: 'amount', kind: 'money', weight: 2 },
]

const timeOf = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const headOf = ({ statement }: SignedStatement, partner: string, t: Words) =>
  [
    [t('partner'), partner],
    [t('number'), `${statement.currency_code} ${statement.number}`],
    [t('from'), timeOf(statement.from)],
    [t('until'), timeOf(statement.until)],
    [t('due_at'), timeOf(statement.due_at)],
    [t('currency'), statement.currency_code],
  ].map((cells) => cells.map(textCell))

const footOf = ({ signature, public_key }: SignedStatement, t: Words) =>
  [[t('sign_note')], [t('signature'), signature], [t('public_key'), public_key]].map((cells) => cells.map(textCell))

/** What adds to the position has no sign, what takes from it has a minus. */
function linesOf({ statement, payments }: SignedStatement, t: Words): Line[] {
  const { totals } = statement
  const line = (key: string, amount: string, count = '', details = ''): Line => ({
    kind: t(key),
    details,
    count,
    amount,
  })
  return [
    line('opening', statement.opening),
    line('deposits', totals.deposits.sum, String(totals.deposits.count)),
    line('withdrawals', minus(totals.withdrawals.sum), String(totals.withdrawals.count)),
    line('reversed_deposits', minus(totals.reversed_deposits)),
    line('reversed_withdrawals', totals.reversed_withdrawals),
    line('fees', minus(totals.fees)),
    ...payments.map(({ direction, reverses, amount, paid_on, bank_reference }) => {
      const key = reverses === null ? `paid_${direction}` : `paid_${direction}_reversed`
      const isAdded = (direction === 'in') === (reverses === null)
      return line(key, isAdded ? amount : minus(amount), '', `${paid_on} · ${bank_reference}`)
    }),
    line('closing', statement.closing),
  ]
}

const minus = (amount: string) => {
  if (amount === '0.00') return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}
