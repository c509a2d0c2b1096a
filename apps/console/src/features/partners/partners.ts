import { listPartners, type Partner } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { cacheAnswer, call, queryClient } from '../../platform/session/call.ts'

const partnerKeys = { all: ['partners'] as const }
const POLL_MS = 30_000

export type WebhookState = 'none' | 'on' | 'off' | 'failing'

/** Polled: the state of webhooks changes on the server. */
export const usePartners = () =>
  useQuery({
    queryKey: partnerKeys.all,
    queryFn: async ({ signal }) => (await call(listPartners, {}, { signal })).list,
    refetchInterval: POLL_MS,
  })

export function cachePartner(partner: Partner): void {
  cacheAnswer<readonly Partner[]>(partnerKeys.all, (list = []) => [
    ...list.filter(({ code }) => code !== partner.code),
    partner,
  ])
}

export const refreshPartners = () => queryClient.invalidateQueries({ queryKey: partnerKeys.all })

export const liveKeys = ({ keys }: Partner) => keys.filter(({ disabled_at }) => disabled_at === null)

export function webhookState({ url, is_enabled, failing_since }: Partner['webhook']): WebhookState {
  if (url === null) return 'none'
  if (!is_enabled) return 'off'
  return failing_since === null ? 'on' : 'failing'
}
