import { randomUUID } from 'node:crypto'
import { getProfile, type InputOf, type TransactionType } from '@cashbox/contract'
import { createTransaction, TransactionEvent } from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { openPartner } from './partner-client.ts'
import { openWorld } from './world.ts'

export type NewTransaction = Partial<InputOf<typeof createTransaction>>

export const newTransaction = (changes: NewTransaction = {}) => ({
  reference: `order-${randomUUID()}`,
  type: 'deposit' as const,
  amount: '25000.00',
  currency_code: 'UZS',
  player_id: '48210001',
  channel: 'tashkent',
  ...changes,
})

export type PartnerWorld = Awaited<ReturnType<typeof openPartnerWorld>>

/** A server with a partner who opens transactions, and an agent who confirms them. */
export async function openPartnerWorld() {
  const world = await openWorld()
  const partner = await openPartner(world)
  const agent = await world.logIn('approved')
  const { cash_id: cashId } = (await world.call(getProfile, {}, { token: agent })).payload.user
  const create = (changes: NewTransaction = {}) => partner.call(createTransaction, newTransaction(changes))
  return {
    ...world,
    partner,
    agent,
    cashId,
    create,
    async opened(changes: NewTransaction = {}) {
      const { payload, failure } = await create(changes)
      if (!payload) throw new Error(failure.code)
      return { ...payload.transaction, security_code: payload.security_code }
    },
    confirmOpened: (
      { type, transaction_id, amount }: { type: TransactionType; transaction_id: string; amount: string },
      code?: string | null,
    ) => world.confirm(agent, { type, transaction_id, amount, ...(code ? { security_code: code } : {}) }),
    /** What waits to be sent about a transaction, as the partner will read it. */
    async eventsOf(transactionId: string) {
      const rows = await world.db.query(
        sql`select topic::text, created_at, event_payload(event) as payload from outbox_event as event
            where subject_id = (select id from player_transaction where transaction_id = ${transactionId}) order by number`,
        { topic: col.text, created_at: col.timestamptz, payload: col.json(z.unknown()) },
      )
      return rows.map(({ topic, created_at, payload }) =>
        TransactionEvent.parse({ type: topic, timestamp: created_at.toISOString(), data: payload }),
      )
    },
  }
}
