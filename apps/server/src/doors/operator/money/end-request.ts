import type { LiveTopic, RefusalCode } from '@cashbox/contract'
import type { MoneyKind, RequestState } from '@cashbox/contract/operator'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { RequestRow } from './money-request.ts'
import type { MoneyServices } from './services.ts'

interface End {
  readonly state: Exclude<RequestState, 'pending'>
  readonly at: Date
  /** The second operator, where there was one. */
  readonly decidedBy?: string
  readonly note?: string | undefined
  readonly failure?: RefusalCode
  readonly transferId?: string | null
}

/** Hold its lock, or be the one who has just made it. */
export const endRequest = (tx: Tx, id: string, { state, at, decidedBy, note, failure, transferId }: End) =>
  tx.execute(sql`
    update money_request set state = ${state}, decided_by = ${decidedBy ?? null}, decided_at = ${at},
      note = ${note ?? null}, failure = ${failure ?? null}, transfer_id = ${transferId ?? null}, version = version + 1
    where id = ${id}`)

const shownIn: Readonly<Record<MoneyKind, readonly LiveTopic[]>> = {
  adjustment: ['balance'],
  settlement: ['balance'],
  payout: ['balance'],
  topup_credit: ['topups', 'balance'],
  topup_return: ['topups'],
  reversal: ['balance', 'payments', 'transactions'],
}

/** After the commit: what the agent has open changes by itself. */
export function tellAgent({ onChanged }: MoneyServices, { state, kind, agent_id }: RequestRow) {
  if (state === 'completed' && agent_id !== null) onChanged(agent_id, 'notices', ...shownIn[kind])
}
