import type { InputOf } from '@cashbox/contract'
import {
  type ListedTransaction,
  listPartners,
  readTransaction,
  type SearchedState,
  searchTransactions,
  type WholeTransaction,
} from '@cashbox/contract/operator'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useList } from '../../platform/list/use-list.ts'
import { cacheAnswer, call, queryClient } from '../../platform/session/call.ts'

export const transactionKeys = {
  lists: ['transactions', 'list'] as const,
  transaction: (id: string) => ['transactions', 'transaction', id] as const,
  /** Audit entries about one transaction. */
  acts: (id: string) => ['transactions', 'acts', id] as const,
  partners: ['transactions', 'partners'] as const,
}

const POLL_MS = 3000
/** More than a screen shows, and quick to draw. */
const AT_ONCE = '25'

export type TransactionFilters = Omit<InputOf<typeof searchTransactions>, 'cursor'>

export const useTransactions = (filters: TransactionFilters) =>
  useList(transactionKeys.lists, searchTransactions, { limit: AT_ONCE, ...filters })

const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: transactionKeys.transaction(id),
    queryFn: async ({ signal }) => (await call(readTransaction, { transaction_id: id }, { signal })).transaction,
  })

/** Polled while events wait to be delivered. */
export const useTransaction = (id: string) =>
  useQuery({
    ...transactionQuery(id),
    refetchInterval: ({ state: { data } }) => (data?.events.some(isDue) ? POLL_MS : false),
  })

const isDue = ({ next_attempt_at }: WholeTransaction['events'][number]) =>
  next_attempt_at !== null && next_attempt_at * 1000 <= Date.now() + 2 * POLL_MS

/** Leaves the transaction in the cache for the page that shows it. */
export const isTransaction = (id: string): Promise<boolean> =>
  queryClient.fetchQuery(transactionQuery(id)).then(
    () => true,
    () => false,
  )

export function cacheTransaction(transaction: WholeTransaction): void {
  cacheAnswer<WholeTransaction>(transactionKeys.transaction(transaction.transaction_id), () => transaction)
  void queryClient.invalidateQueries({ queryKey: transactionKeys.lists })
  void queryClient.invalidateQueries({ queryKey: transactionKeys.acts(transaction.transaction_id) })
}

export const refreshTransaction = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: transactionQuery(id).queryKey })

export const usePartners = () =>
  useQuery({
    queryKey: transactionKeys.partners,
    queryFn: async ({ signal }) => (await call(listPartners, {}, { signal })).list,
  })

export function usePartner(partnerCode: string) {
  const found = usePartners().data?.find(({ code }) => code === partnerCode)
  return { name: found?.name ?? partnerCode, webhook: found?.webhook ?? null }
}

/** An open transaction that is locked is shown as locked. */
export const stateOf = ({ state, is_locked }: Pick<ListedTransaction, 'state' | 'is_locked'>): SearchedState =>
  is_locked ? 'locked' : state
