import { asCallFailure } from '@cashbox/client/call-failure'
import {
  type KnownAgent,
  listAgents,
  listRates,
  type MoneyKind,
  readAgent,
  readTransaction,
  readWalletFacts,
  type WholeTransaction,
} from '@cashbox/contract/operator'
import { useDebounced } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useHeldTopup } from './held-topups.ts'
import type { Subject } from './plan.ts'
import type { WishValues } from './wishes.ts'

const PAUSE_MS = 300

/** Why what was named can't be moved. */
export type Problem =
  | 'no_cashbox'
  | 'demo'
  | 'no_topup'
  | 'requested'
  | 'worthless'
  | 'no_rate'
  | 'no_transaction'
  | 'not_confirmed'
  | 'reversed'

/** The agent, top-up or transaction that a wish names, as they are now. */
export function useSubject(kind: MoneyKind, values: WishValues) {
  const typed = (['topup_id', 'transaction_id', 'cash_id'] as const)
    .map((field) => (values[field] ?? '').trim())
    .join('\n')
  const named = useDebounced(typed, PAUSE_MS)
  const [topupId = '', transactionId = '', cashId = ''] = named.split('\n')
  const topup = useHeldTopup(topupId)
  const transaction = useTransaction(transactionId)
  const owner = topup.data?.cash_id ?? transaction.data?.confirmation?.cash_id ?? cashId
  const agent = useCashbox(owner)
  const rates = useRate(kind === 'suspense_credit')
  const subject: Subject = {
    agent: agent.data ?? null,
    topup: topup.data ?? null,
    transaction: transaction.data ?? null,
    rate: rates.rateOf(topup.data?.coin, agent.data?.channel.currency_code),
    offsetPercent: rates.offsetOf(topup.data?.type),
  }
  const queries = [agent, topup, transaction]
  return {
    subject,
    problem: problemOf(kind, values, { topup: topup.data, transaction: transaction.data, agent: agent.data, subject }),
    /** What is shown is what is typed. */
    isSettled: named === typed && queries.every(({ isLoading }) => !isLoading),
    failed: queries.find(({ error }) => error),
  }
}

interface Known {
  /** Null is known not to be there. */
  readonly topup: Subject['topup'] | undefined
  readonly transaction: Subject['transaction'] | undefined
  readonly agent: Subject['agent'] | undefined
  readonly subject: Subject
}

function problemOf(kind: MoneyKind, values: WishValues, known: Known): Problem | null {
  const { topup, transaction, agent, subject } = known
  if (topup === null) return 'no_topup'
  if (topup?.request_id) return 'requested'
  if (kind === 'suspense_credit' && topup?.reason === 'wrong_token') return 'worthless'
  if (transaction === null) return 'no_transaction'
  if (transaction?.state === 'reversed') return 'reversed'
  if (transaction && transaction.state !== 'confirmed') return 'not_confirmed'
  if (agent === null) return 'no_cashbox'
  if (agent?.is_demo) return 'demo'
  const isWithoutRate = topup && agent && topup.received === null && subject.rate === null && values.rate === ''
  return kind === 'suspense_credit' && isWithoutRate ? 'no_rate' : null
}

const useCashbox = (cashId: string) =>
  useQuery({
    queryKey: ['money cashbox', cashId],
    queryFn: async ({ signal }): Promise<KnownAgent | null> => {
      if (!/^\d{1,15}$/.test(cashId)) return null
      const [found] = (await call(listAgents, { cash_id: cashId }, { signal })).list
      return found ? (await call(readAgent, { agent_id: found.id }, { signal })).agent : null
    },
    enabled: cashId !== '',
  })

const useTransaction = (id: string) =>
  useQuery({
    queryKey: ['money transaction', id],
    queryFn: async ({ signal }): Promise<WholeTransaction | null> => {
      try {
        return (await call(readTransaction, { transaction_id: id }, { signal })).transaction
      } catch (error) {
        if ([404, 422].includes(asCallFailure(error).status)) return null
        throw error
      }
    },
    enabled: id.length >= 4,
  })

/** What coins are worth, for a credit. */
function useRate(isNeeded: boolean) {
  const { data: rates } = useQuery({
    queryKey: ['rates'],
    queryFn: ({ signal }) => call(listRates, {}, { signal }),
    enabled: isNeeded,
  })
  const { data: wallets } = useQuery({
    queryKey: ['wallet facts'],
    queryFn: ({ signal }) => call(readWalletFacts, {}, { signal }),
    enabled: isNeeded,
  })
  return {
    rateOf: (coin: string | undefined, currency: string | undefined): string | null =>
      rates?.list.find((one) => one.coin === coin && one.currency_code === currency && one.is_usable)?.rate ?? null,
    offsetOf: (type: 'tron' | 'perfect-money' | undefined): string =>
      (type === 'tron' ? wallets?.tron.offset_percent : wallets?.perfect_money?.offset_percent) ?? '0',
  }
}
