import { type EventDelivery, type Partner } from '@cashbox/contract/operator'

type DeliveryState = 'arrived' | 'no_address' | 'switched_off' | 'behind' | 'due' | 'later'

interface DeliveryContext {
  /** An earlier event has not arrived. */
  readonly isBehind: boolean
  /** The partner's webhook; null while it is loading. */
  readonly webhook: Partner['webhook'] | null
  readonly nowMs: number
}

export function deliveryStateOf(event: EventDelivery, { isBehind, webhook, nowMs }: DeliveryContext): DeliveryState {
  if (event.next_attempt_at === null) return 'arrived'
  if (webhook?.url === null) return 'no_address'
  if (webhook?.is_enabled === false) return 'switched_off'
  if (isBehind) return 'behind'
  return event.next_attempt_at * 1000 <= nowMs ? 'due' : 'later'
}
