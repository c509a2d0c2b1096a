import { askAgain } from '@cashbox/client/query-client'
import {
  type BalanceExplanation,
  explainBalance,
  listStatement,
  readStatementLine,
  type StatementAccount,
  type StatementDetail,
  type StatementLine,
} from '@cashbox/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import type { Dated } from '../../platform/day-list/day-layout.ts'
import { type ListSource, refreshTops } from '../../platform/day-list/growing-list.tsx'
import { listen } from '../../platform/events.ts'
import { onTopic } from '../../platform/live/live.ts'
import { queryClient } from '../../platform/live/queries.ts'
import type { Bounds, StatementFilter } from './use-statement-filter.ts'

export type ListedLine = StatementLine & Dated & { readonly account: StatementAccount }

const statementKeys = {
  all: ['statement'] as const,
  explanation: (account: StatementAccount, { from, to }: Bounds) =>
    [...statementKeys.all, 'explanation', account, from, to] as const,
  line: (account: StatementAccount, number: string) => [...statementKeys.all, 'line', account, number] as const,
}

function refresh() {
  refreshTops('statement')
  void askAgain(queryClient, statementKeys.all)
}
onTopic('balance', refresh)
listen('payments-confirmed', refresh)

const inQuery = ({ from, to }: Bounds) => ({
  ...(from === null ? {} : { from: String(from) }),
  ...(to === null ? {} : { to: String(to) }),
})

/** The lines that a filter leaves, newest first. */
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

/** How the balance of a period came about. */
export const explanationOf = (account: StatementAccount, bounds: Bounds) =>
  queryOptions({
    queryKey: statementKeys.explanation(account, bounds),
    queryFn: async ({ signal }): Promise<BalanceExplanation> =>
      (await call(explainBalance, { account, ...inQuery(bounds) }, { signal })).explanation,
    refetchOnReconnect: true,
  })

export const lineOf = (account: StatementAccount, number: string) =>
  queryOptions({
    queryKey: statementKeys.line(account, number),
    queryFn: async ({ signal }): Promise<StatementDetail> =>
      (await call(readStatementLine, { account, number }, { signal })).line,
    refetchOnReconnect: true,
  })
