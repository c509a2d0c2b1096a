import { listPartners, listPositionDays, type Partner, readPartnerPosition } from '@cashbox/contract/operator'
import { refresh, rowCache, useAnswer } from '../../platform/session/session.ts'

const POLL_MS = 30_000

/** Counted every second; an operator who watches it need not reload. */
export const POSITION_POLL_MS = 15_000

export type WebhookState = 'none' | 'on' | 'off' | 'failing'

/** Polled: the state of webhooks changes on the server. */
export const usePartners = () =>
  useAnswer(listPartners, {}, { select: ({ list }) => list, refetchInterval: POLL_MS, isUnattended: false })

/** What the network and the partner owe each other. */
export const usePosition = (code: string) =>
  useAnswer(readPartnerPosition, { code }, { refetchInterval: POSITION_POLL_MS, isUnattended: false })

export const cachePartner = rowCache(listPartners, 'partner', ({ code }) => code)

export const refreshPartners = () => refresh(listPartners.path)

export const refreshPosition = () => refresh(listPartners.path, readPartnerPosition.path, listPositionDays.path)

export const liveKeys = ({ keys }: Partner) => keys.filter(({ disabled_at }) => disabled_at === null)

export function webhookState({ url, is_enabled, failing_since }: Partner['webhook']): WebhookState {
  if (url === null) return 'none'
  if (!is_enabled) return 'off'
  return failing_since === null ? 'on' : 'failing'
}
