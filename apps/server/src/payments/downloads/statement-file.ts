import { formatMinor, type StatementAccount, type StatementKind, statementKinds } from '@cashbox/contract'
import type { Queryable } from '@cashbox/postgres/database'
import { explainBalance } from '../../balances/explain-balance.ts'
import { findAccount, type Line, listLines } from '../../balances/list-lines.ts'
import type { Period } from '../../balances/period.ts'
import { numberCell, textCell } from '../../platform/files/cells.ts'
import type { PdfColumn } from '../../platform/files/write-pdf.ts'
import { clockOf, type FileContent, type Words } from './file-content.ts'

const PAGE = 500

interface StatementFileInput {
  readonly agentId: string
  readonly account: StatementAccount
  readonly period: Period
  readonly timezone: string
}

/** One account, newest first. Opening balance, totals and closing balance are computed from the lines in this file. */
export async function statementFile(db: Queryable, input: StatementFileInput, t: Words): Promise<FileContent> {
  const { agentId, period, timezone } = input
  const account = await findAccount(db, agentId, input.account)
  const { opening, kinds } = await explainBalance(db, agentId, input.account, period)
  const totals = createTotals(opening)
  const clock = clockOf(timezone)
  const show = (line: Line) => ({
    at: clock.cell(Math.floor(line.at.getTime() / 1000)),
    kind: t(line.kind),
    details: [line.transaction_id, line.player_id, line.rail, line.reason].filter(Boolean).join(' · '),
    amount: formatMinor(line.amount),
    balance: formatMinor(line.balance),
  })
  async function* pages() {
    let cursor: number | undefined
    do {
      const { lines, nextCursor } = await listLines(db, account, { period, kind: null, limit: PAGE, cursor })
      for (const line of lines) totals.add(line)
      yield lines.map(show)
      cursor = nextCursor === null ? undefined : Number(nextCursor)
    } while (cursor !== undefined)
  }
  return {
    title: t(input.account === 'float' ? 'statement' : 'commission_statement'),
    columns: columnsOf(t),
    lines: BigInt(kinds.reduce((sum, { count }) => sum + count, 0)),
    pages: pages(),
    foot: () => totals.lines(t),
  }
}

const columnsOf = (t: Words): readonly PdfColumn[] => [
  { name: t('time'), path: 'at', kind: 'cell', weight: 2 },
  { name: t('type'), path: 'kind', kind: 'text', weight: 1.5 },
  { name: t('details'), path: 'details', kind: 'text', weight: 4 },
  { name: t('amount'), path: 'amount', kind: 'money', weight: 1.8 },
  { name: t('balance'), path: 'balance', kind: 'money', weight: 1.8 },
]

/** The lines come newest first: the first one has the closing balance, the last one the opening one. */
function createTotals(openingWithoutLines: string) {
  const sums = new Map<StatementKind, { count: number; amount: bigint }>()
  let closing: bigint | null = null
  let opening = 0n
  return {
    add({ kind, amount, balance }: Line) {
      closing ??= balance
      opening = balance - amount
      const sum = sums.get(kind) ?? { count: 0, amount: 0n }
      sums.set(kind, { count: sum.count + 1, amount: sum.amount + amount })
    },
    lines: (t: Words) => [
      [],
      [textCell(t('totals')), textCell(t('count')), textCell(t('amount'))],
      [textCell(t('opening')), textCell(''), numberCell(closing === null ? openingWithoutLines : formatMinor(opening))],
      ...statementKinds.flatMap((kind) => {
        const sum = sums.get(kind)
        return sum ? [[textCell(t(kind)), numberCell(String(sum.count)), numberCell(formatMinor(sum.amount))]] : []
      }),
      [textCell(t('closing')), textCell(''), numberCell(closing === null ? openingWithoutLines : formatMinor(closing))],
    ],
  }
}
