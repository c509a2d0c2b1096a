import { agentStatuses, type NoticeKind, transactionTypes } from '@cashbox/contract'
import { col, only, query, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { enqueue } from '../platform/jobs/jobs.ts'

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
      type: z.enum(['adjustment', 'commission_credit', 'payout']),
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

export const SEND_NOTICE = 'send-notice'

export async function writeNotice(tx: Tx, agentId: string, { kind, data }: NoticeContent, at: Date): Promise<void> {
  const noticeId = uuidv7()
  await tx.execute(sql`
    insert into notice (id, agent_id, kind, data, created_at)
    values (${noticeId}, ${agentId}, ${kind}, ${JSON.stringify(data)}::jsonb, ${at})`)
  if (await isSentOut(tx, agentId, kind)) {
    await enqueue(tx, { now: () => at }, SEND_NOTICE, { notice_id: noticeId })
  }
}

/** Most agents only read their inbox, and need no job. */
async function isSentOut(tx: Tx, agentId: string, kind: NoticeKind): Promise<boolean> {
  const rows = await query(tx, { has_ways: col.bool })`
    select exists (select 1 from push_device where agent_id = ${agentId})
        or exists (select 1 from notice_setting where agent_id = ${agentId} and ${kind} = any(email_kinds)) as has_ways`
  return only(rows).has_ways
}
