import { hasBlock } from '@cashbox/contract'
import { refusal } from '../platform/refusal.ts'
import type { SignedIn } from './sessions.ts'

/** History, statistics and statement are closed to agents with a blocked status. */
export function refuseBlocked({ status }: SignedIn): void {
  if (hasBlock(status)) throw refusal('agent_not_active')
}
