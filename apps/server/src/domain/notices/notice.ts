import { agentStatuses, transactionTypes } from '@cashbox/contract'
import * as z from 'zod/mini'

const units = z.string().check(z.regex(/^-?\d+$/))

/** What each kind of notice knows. Amounts are minor units, as digits. */
export const NoticeContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transaction'),
    data: z.object({
      transaction_id: z.string(),
      type: z.enum(transactionTypes),
      amount: units,
      currency_code: z.string(),
      /** In seconds. An expired transaction is not worth a push message. */
      expires_at: z.int(),
    }),
  }),
  z.object({
    kind: z.literal('topup'),
    data: z.object({
      topup_id: z.string(),
      state: z.enum(['credited', 'held', 'returned']),
      /** In the coin, as a decimal. */
      sent: z.string(),
      coin: z.string(),
      received: z.nullable(units),
      currency_code: z.nullable(z.string()),
    }),
  }),
  z.object({
    kind: z.literal('status'),
    data: z.object({ status: z.enum(agentStatuses), note: z.nullable(z.string()) }),
  }),
  z.object({
    kind: z.literal('reversal'),
    data: z.object({
      transaction_id: z.string(),
      type: z.enum(transactionTypes),
      amount: units,
      fee: units,
      currency_code: z.string(),
      reason: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('adjustment'),
    data: z.object({
      type: z.enum(['adjustment', 'settlement', 'payout']),
      /** What the balance changed by. */
      amount: units,
      currency_code: z.string(),
      reason: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('low_float'),
    data: z.object({ balance: units, threshold: units, currency_code: z.string() }),
  }),
  z.object({
    kind: z.literal('new_login'),
    data: z.object({ user_agent: z.nullable(z.string()), ip: z.nullable(z.string()) }),
  }),
])
export type NoticeContent = z.infer<typeof NoticeContent>
