import {
  explainBalance,
  listStatement,
  readStatementLine,
  type StatementAccount,
  type StatementKind,
  type StatementLine,
  statementAccounts,
  statementKinds,
} from '@cashbox/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import type { Dated } from '../../platform/day-list/day-layout.ts'
import { type ListSource, refreshTops } from '../../platform/day-list/growing-list.tsx'
import { type Bounds, boundsOf, inQuery, useUrlFilters } from '../../platform/day-list/url-filters.ts'
import { listen } from '../../platform/events.ts'
import { answerTo } from '../../platform/live/queries.ts'
import { useMonths } from '../../platform/stats.ts'
import { useTimezone } from '../../platform/time/timezone.ts'

export interface StatementFilter extends Bounds {
  readonly account: StatementAccount
  readonly kind: StatementKind | null
}

export const ALL_TIME = 'all'
export const CHOSEN = 'chosen'

export function useStatementFilter() {
  const months = useMonths()
  const timeZone = useTimezone()
  const { read, choose } = useUrlFilters()
  const [current] = months
  const picked = { from: read('from'), to: read('to') }
  const asked = read('period')
  const month = months.find(({ value }) => value === asked)
  const period = month?.value ?? (asked === ALL_TIME || asked === CHOSEN ? asked : current.value)
  const bounds: Readonly<Record<string, Bounds>> = {
    [ALL_TIME]: { from: null, to: null },
    [CHOSEN]: boundsOf(picked.from, picked.to, timeZone),
  }
  return {
    months,
    period,
    picked,
    choose,
    filter: {
      account: statementAccounts.find((known) => known === read('account')) ?? 'float',
      kind: statementKinds.find((known) => known === read('kind')) ?? null,
      ...(bounds[period] ?? month ?? current),
    } satisfies StatementFilter,
  }
}

export type ListedLine = StatementLine & Dated & { readonly account: StatementAccount }

const topics = ['balance', 'payments'] as const

for (const topic of topics) listen(topic, () => refreshTops('statement'))

export const linesOf = ({ account, kind, from, to }: StatementFilter): ListSource<ListedLine> => ({
  key: ['statement', account, kind ?? 'all', String(from), String(to)],
  fetchPage: async (cursor, signal) => {
    const { list, next_cursor } = await call(
      listStatement,
      {
        account,
        ...(kind === null ? {} : { kind }),
        ...inQuery({ from, to }),
        ...(cursor === null ? {} : { cursor }),
      },
      { signal },
    )
    return { list: list.map((line) => ({ ...line, id: String(line.number), account })), next: next_cursor }
  },
})

export const explanationOf = (account: StatementAccount, bounds: Bounds) =>
  queryOptions({
    ...answerTo(explainBalance, { account, ...inQuery(bounds) }, { topics }),
    select: ({ explanation }) => explanation,
    refetchOnReconnect: true,
  })

export const lineOf = (account: StatementAccount, number: string) =>
  queryOptions({
    ...answerTo(readStatementLine, { account, number }, { topics }),
    select: ({ line }) => line,
    refetchOnReconnect: true,
  })
