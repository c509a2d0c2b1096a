import * as api from '@cashbox/contract/operator'
import { cacheAnswer, call, keyOf, queryClient, refresh, useAnswer } from '../../platform/session/session.ts'
import { usePartnerList } from '../../platform/values/channels.ts'

const POLL_MS = 3000

/** Polled while events wait to be delivered. */
export const useTransaction = (id: string) =>
  useAnswer(
    api.readTransaction,
    { transaction_id: id },
    {
      select: ({ transaction }) => transaction,
      isUnattended: false,
      refetchInterval: ({ state: { data } }) => (data?.transaction.events.some(isDue) ? POLL_MS : false),
    },
  )

const isDue = ({ next_attempt_at }: api.WholeTransaction['events'][number]) =>
  next_attempt_at !== null && next_attempt_at * 1000 <= Date.now() + 2 * POLL_MS

/** Leaves the transaction in the cache for the page that shows it. */
export const isTransaction = (id: string): Promise<boolean> => {
  const input = { transaction_id: id }
  const asked = queryClient.fetchQuery({
    queryKey: keyOf(api.readTransaction, input),
    queryFn: ({ signal }) => call(api.readTransaction, input, { signal }),
  })
  return asked.then(
    () => true,
    () => false,
  )
}

/** Another operator may have been quicker, so what is shown is fetched again after a failure too. */
export async function changeTransaction(answer: Promise<{ transaction: api.WholeTransaction }>): Promise<void> {
  try {
    const { transaction } = await answer
    cacheAnswer(keyOf(api.readTransaction, { transaction_id: transaction.transaction_id }), () => ({ transaction }))
  } finally {
    void refresh(api.searchTransactions.path, api.listAudit.path)
  }
}

export function usePartner(partnerCode: string) {
  const found = usePartnerList().find(({ code }) => code === partnerCode)
  return { name: found?.name ?? partnerCode, webhook: found?.webhook ?? null }
}

/** An open transaction that is locked is shown as locked. */
export const stateOf = ({ state, is_locked }: Pick<api.ListedTransaction, 'state' | 'is_locked'>): api.SearchedState =>
  is_locked ? 'locked' : state

/** "1 250.00" and "1,250.00" → "1250.00". Anything else is left to the server. */
export function plainAmount(text: string): string {
  const joined = text.replaceAll(/\s/g, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(joined) ? joined.replaceAll(',', '') : joined
}

type DeliveryState = 'arrived' | 'no_address' | 'switched_off' | 'behind' | 'due' | 'later'

interface DeliveryContext {
  /** An earlier event has not arrived. */
  readonly isBehind: boolean
  /** The partner's webhook; null while it is loading. */
  readonly webhook: api.Partner['webhook'] | null
  readonly nowMs: number
}

export function deliveryStateOf(
  event: api.EventDelivery,
  { isBehind, webhook, nowMs }: DeliveryContext,
): DeliveryState {
  if (event.next_attempt_at === null) return 'arrived'
  if (webhook?.url === null) return 'no_address'
  if (webhook?.is_enabled === false) return 'switched_off'
  if (isBehind) return 'behind'
  return event.next_attempt_at * 1000 <= nowMs ? 'due' : 'later'
}
