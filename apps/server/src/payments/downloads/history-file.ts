import { formatMinor, type HistoryItem, parseMinor, type TransactionType, transactionTypes } from '@cashbox/contract'
import type { Queryable } from '@cashbox/postgres/database'
import { countConfirmed, readConfirmed } from '../../balances/confirmed.ts'
import type { Period } from '../../balances/period.ts'
import { numberCell, textCell } from '../../platform/files/cells.ts'
import type { PdfColumn } from '../../platform/files/write-pdf.ts'
import { clockOf, type Words } from './file-content.ts'

const PAGE = 1000n

interface HistoryFileInput {
  readonly agentId: string
  readonly type: TransactionType | null
  readonly period: Period
  readonly timezone: string
}

/** Confirmed payments, newest first, with totals that are the sums of the lines in this very file. */
export async function historyFile(db: Queryable, { agentId, type, period, timezone }: HistoryFileInput, t: Words) {
  const after = await countConfirmed(db, agentId, type, period.from)
  const upTo = await countConfirmed(db, agentId, type, period.until)
  const totals = createTotals()
  const clock = clockOf(timezone)
  const show = (item: HistoryItem) => ({
    at: clock.cell(item.finished_at),
    type: t(item.type),
    transaction_id: item.transaction_id,
    player: item.customer_id,
    amount: item.amount,
    fee: item.fee,
    reversed_at: clock.cell(item.reversed_at),
  })
  async function* pages() {
    // Numbers don't change: what is confirmed meanwhile moves no line.
    for (let last = upTo; last > after; last -= PAGE) {
      const first = last - PAGE > after ? last - PAGE : after
      const items = await readConfirmed(db, { agentId, type, after: first, upTo: last })
      for (const item of items) totals.add(item)
      yield items.map(show)
    }
  }
  return {
    title: t('history'),
    columns: columnsOf(t),
    lines: upTo - after,
    pages: pages(),
    foot: () => totals.lines(t),
  }
}

const columnsOf = (t: Words): readonly PdfColumn[] => [
  { name: t('time'), path: 'at', kind: 'cell', weight: 2 },
  { name: t('type'), path: 'type', kind: 'text', weight: 1.4 },
  { name: t('transaction_id'), path: 'transaction_id', kind: 'text', weight: 1.6 },
  { name: t('player'), path: 'player', kind: 'text', weight: 1.5 },
  { name: t('amount'), path: 'amount', kind: 'money', weight: 1.7 },
  { name: t('fee'), path: 'fee', kind: 'money', weight: 1.2 },
  { name: t('reversed'), path: 'reversed_at', kind: 'cell', weight: 2 },
]

/** Reversed payments are counted, and left out of the sums. */
function createTotals() {
  const sums = { deposit: { count: 0, amount: 0n, fee: 0n }, withdraw: { count: 0, amount: 0n, fee: 0n } }
  let reversed = 0
  return {
    add({ type, amount, fee, reversed_at }: HistoryItem) {
      if (reversed_at !== null) {
        reversed += 1
        return
      }
      const sum = sums[type]
      sum.count += 1
      sum.amount += parseMinor(amount) ?? 0n
      sum.fee += parseMinor(fee) ?? 0n
    },
    lines: (t: Words) => [
      [],
      [textCell(t('totals')), textCell(t('count')), textCell(t('amount')), textCell(t('fee'))],
      ...transactionTypes.map((type) => [
        textCell(t(type)),
        numberCell(String(sums[type].count)),
        numberCell(formatMinor(sums[type].amount)),
        numberCell(formatMinor(sums[type].fee)),
      ]),
      ...(reversed === 0 ? [] : [[textCell(t('reversed_not_counted')), numberCell(String(reversed))]]),
    ],
  }
}
