import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { plainName, seconds, text } from '../fields.ts'
import { AmountInput, amountRefusals, Money } from '../money.ts'
import { agentRefusals } from '../refusals.ts'
import { agentLocation, TransactionId, Verdict } from './payments.ts'

/** How long what a partner said of a player counts. */
export const PLAYER_CHECK_S = 120

/** The name of a player at the partner. */
export const PlayerId = plainName(64)

export const PlayerCheck = z.object({
  /** Becomes the transaction ID of the deposit. */
  check_id: z.string(),
  player_id: z.string(),
  /** The first letter of each of at most three words. */
  player_name: z.string(),
  amount: Money,
  /** The least that the partner takes for this player now. */
  min_amount: Money,
  /** The most that the partner takes for this player now. */
  max_amount: Money,
  currency_code: z.string(),
  /** The agent's fee. */
  fee: Money,
  /** Until then a deposit is accepted. A newer check of the same player ends it too. */
  expires_at: seconds,
  verdict: Verdict,
  /** The agent's last deposit for this player, if it is less than ten minutes old. */
  recent: z.nullable(z.object({ transaction_id: z.string(), amount: Money, finished_at: seconds })),
})
export type PlayerCheck = z.infer<typeof PlayerCheck>

export const listPlayerPartners = endpoint('GET /players/partners', 'agent', {
  summary: 'Partners that take deposits by player ID. Empty where there are none, and for demo agents.',
  output: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
})

export const checkPlayer = endpoint('POST /players/check', 'agent', {
  summary:
    'Ask a partner about a player before a deposit without a transaction ID. The partner has three seconds. Nothing moves yet.',
  staff: ['deposit'],
  input: z.strictObject({
    /** The code of the partner. Needed only where there are several. */
    partner: z.optional(text(64)),
    player_id: PlayerId,
    amount: AmountInput,
    ...agentLocation,
  }),
  output: z.object({ check: PlayerCheck }),
  refusals: [
    'agent_not_active',
    'partner_unknown',
    'player_unknown',
    'player_refused',
    'player_excluded',
    'player_not_checked',
    'player_amount_refused',
    'player_limit_exceeded',
    ...amountRefusals,
  ],
})

export const depositForPlayer = endpoint('POST /players/deposit', 'agent', {
  summary: 'Confirm that the player paid the cash of a check. Opens the deposit and confirms it at once, only once.',
  staff: 'all',
  input: z.strictObject({
    check_id: TransactionId,
    /** That of the check. */
    amount: AmountInput,
    ...agentLocation,
  }),
  output: z.object({ transaction_id: z.string() }),
  idempotent: true,
  refusals: [
    ...agentRefusals,
    'player_check_expired',
    'player_excluded',
    'player_limit_exceeded',
    'transaction_already_confirmed',
    'amount_mismatch',
    ...amountRefusals,
    'idempotency_key_invalid',
    'idempotency_key_reused',
  ],
})
