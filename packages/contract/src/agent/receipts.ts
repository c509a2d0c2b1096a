import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { seconds } from '../fields.ts'
import { Money } from '../money.ts'
import { TransactionId, TransactionType } from './payments.ts'

export const Receipt = z.object({
  /** In groups of four characters, to be typed. */
  code: z.string(),
  /** The public page that says what was confirmed. */
  url: z.string(),
  /** The name of the network. */
  network: z.string(),
  transaction_id: z.string(),
  type: TransactionType,
  amount: Money,
  currency_code: z.string(),
  /** The player, masked. */
  customer: z.string(),
  finished_at: seconds,
  reversed_at: z.nullable(seconds),
  /** The point that confirmed it. */
  cash_id: z.string(),
  city: z.nullable(z.string()),
  /** Of the point: times on the receipt and on its page are in this zone. */
  timezone: z.string(),
  /** Nothing real was paid. */
  is_demo: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

export const issueReceipt = endpoint('POST /payments/receipt', 'agent', {
  summary:
    'The receipt of a payment that this agent confirmed, with the code and address to check it. Always the same.',
  input: z.strictObject({ transaction_id: TransactionId }),
  output: z.object({ receipt: Receipt }),
  refusals: ['agent_not_active', 'transaction_not_found'],
})
