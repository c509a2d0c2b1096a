import * as z from 'zod/mini'
import { AgentStatus } from '../agent/agent.ts'
import { statementAccounts, statementKinds } from '../agent/statement.ts'
import { topupReasons, walletTypes } from '../agent/user.ts'
import { cashId, operatorLimit, pageOf, runningNumber, seconds, secondsInQuery, text } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { operatorCall, operatorRoles } from './roles.ts'

export const HeldTopup = z.object({
  id: z.string(),
  /** Null if it is not linked to an agent. */
  cash_id: z.nullable(z.string()),
  agent_name: z.nullable(z.string()),
  type: z.enum(walletTypes),
  reason: z.enum(topupReasons),
  coin: z.string(),
  /** What was sent, in coins. */
  sent: z.string(),
  /** What would be credited at the current rate; null if unknown or nothing. */
  received: z.nullable(Money),
  currency_code: z.nullable(z.string()),
  /** As named by the network or provider. Money cannot always be returned to this address. */
  sender: z.nullable(z.string()),
  /** Of the sender's address, in the same explorer. */
  sender_explorer_url: z.nullable(z.string()),
  reference: z.string(),
  txid: z.nullable(z.string()),
  /** Of the transfer in the explorer of its network. Null if it has none. */
  explorer_url: z.nullable(z.string()),
  seen_at: seconds,
  /** The waiting request about it, if any. */
  request_id: z.nullable(z.string()),
  /** False for what is worth nothing here, with any owner and at any rate. */
  is_creditable: z.boolean(),
})
export type HeldTopup = z.infer<typeof HeldTopup>

export const listHeldTopups = operatorCall('GET /held-topups', operatorRoles, {
  readsReplica: true,
  summary: 'List held top-ups, newest first. `cursor` is the ID of the last item on the previous page.',
  input: z.strictObject({
    topup_id: z.optional(z.uuid()),
    cash_id: z.optional(cashId),
    reason: z.optional(z.enum(topupReasons)),
    limit: operatorLimit,
    cursor: z.optional(z.uuid()),
  }),
  output: pageOf(HeldTopup),
})

export const DueCommission = z.object({
  /** Of the agent. */
  id: z.string(),
  cash_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  status: AgentStatus,
  channel: z.string(),
  currency_code: z.string(),
  commission: Money,
  balance: Money,
  last_credited_at: z.nullable(seconds),
  /** A commission credit that waits for a second operator, if any. */
  request_id: z.nullable(z.string()),
  /** Of the commission account: a bulk credit moves what the commission was in this version. */
  version: z.int(),
})
export type DueCommission = z.infer<typeof DueCommission>

export const listDueCommissions = operatorCall('GET /due-commissions', ['finance', 'admin'], {
  readsReplica: true,
  summary:
    'List agents with commission that is not credited yet, the largest first in each currency. `cursor` is the `next_cursor` of the previous page.',
  input: z.strictObject({
    cash_id: z.optional(cashId),
    channel: z.optional(text(40)),
    /** Only from this amount on. */
    min_amount: z.optional(AmountInput),
    limit: operatorLimit,
    cursor: z.optional(z.string().check(z.regex(/^[^:]{1,10}:\d{1,18}:\d{1,18}$/))),
  }),
  output: pageOf(DueCommission),
})

export const StatementEntry = z.object({
  /** Without gaps in each account. */
  number: z.int(),
  at: seconds,
  kind: z.enum(statementKinds),
  /** The transaction, top-up or request that moved the money. */
  reference: z.string(),
  /** Of a confirmation or its reversal. */
  transaction_id: z.nullable(z.string()),
  /** The money request, if any. */
  request_id: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  amount: Money,
  /** Balance after it. */
  balance: Money,
})
export type StatementEntry = z.infer<typeof StatementEntry>

export const readStatement = operatorCall('GET /agents/:cash_id/statement', operatorRoles, {
  readsReplica: true,
  summary:
    "Entries of an agent's float or commission, newest first, each with the balance after it. `cursor` is the `next_cursor` of the previous page; `to` is not included.",
  input: z.strictObject({
    cash_id: cashId,
    account: z._default(z.enum(statementAccounts), 'float'),
    from: z.optional(secondsInQuery),
    to: z.optional(secondsInQuery),
    limit: operatorLimit,
    cursor: z.optional(runningNumber),
  }),
  output: z.object({
    currency_code: z.string(),
    /** Current balance. */
    balance: Money,
    list: z.array(StatementEntry),
    next_cursor: z.nullable(z.string()),
  }),
})

export const ApprovalLimits = z.object({
  /** One for every currency of the network and every coin with a rate. */
  list: z.array(
    z.object({
      asset: z.string(),
      /** Up to this amount one operator is enough; null: every request needs two. */
      above: z.nullable(Money),
      /** The most that one operator moves, approves or grants in a day (UTC); null: no cap. */
      per_day: z.nullable(Money),
      /** The daily cap is not set, so it follows the approval limit. */
      is_per_day_default: z.boolean(),
    }),
  ),
  /** Of all settings together. */
  version: z.int(),
})
export type ApprovalLimits = z.infer<typeof ApprovalLimits>

export const readApprovalLimits = operatorCall('GET /approval-limits', ['finance', 'risk', 'admin'], {
  summary: 'List approval limits: the amounts above which a second operator must approve.',
  output: ApprovalLimits,
})

export const setApprovalLimit = operatorCall('POST /approval-limits', ['admin'], {
  summary:
    'Set the approval limit of one currency or coin (null: every request needs two operators) and the daily cap of each operator (null: ten times the limit). Applies to new requests. Raising one of them waits for a second operator.',
  input: z.strictObject({
    version: z.int(),
    asset: text(10),
    above: z.nullable(AmountInput),
    /** Left out, it stays as it is. */
    per_day: z.optional(z.nullable(AmountInput)),
    reason: text(500),
  }),
  output: z.extend(ApprovalLimits, waiting),
  refusals: ['currency_unknown', ...waitingRefusals],
})
