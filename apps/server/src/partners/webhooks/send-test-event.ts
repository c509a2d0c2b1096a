import type { TestDelivery, TestTopic, TransactionEvent } from '@cashbox/contract/partner'
import { uuidv7 } from 'uuidv7'
import { type Clock, toSeconds } from '../../platform/clock.ts'
import { nullable, text, uuid } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import { refusal } from '../../platform/refusal.ts'
import { problemOf } from './problem-of.ts'
import { type Receiver, type SendServices, sendWebhook } from './send-webhook.ts'
import { webhookBody } from './webhook-request.ts'

/** Shorter than an event is waited for, because a person or a program waits here. */
const WAIT_MS = 10_000

export interface TestServices extends SendServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
}

/** Sends one event that means nothing, past the queue: no one waits behind it, and nothing is written down. */
export async function sendTestEvent(
  services: TestServices,
  playerServiceId: string,
  type: TestTopic,
): Promise<TestDelivery> {
  const receiver = await findReceiver(services.db, playerServiceId)
  await services.limits.spend('webhook-test', playerServiceId)
  const at = services.clock.now()
  const id = uuidv7()
  const body = webhookBody({ topic: type, created_at: at, payload: sampleOf(type, toSeconds(at)) })
  const started = performance.now()
  const outcome = await sendWebhook(services, receiver, { id, body }, at, WAIT_MS)
  const isAnswered = outcome.status !== null
  return {
    id,
    type,
    body,
    at: toSeconds(at),
    duration_ms: Math.round(performance.now() - started),
    status: outcome.status,
    problem: problemOf(isAnswered ? { status: outcome.status, problem: null } : outcome),
    error: isAnswered ? null : outcome.error,
    answer: isAnswered ? outcome.answer : null,
  }
}

async function findReceiver(db: Database, playerServiceId: string): Promise<Receiver> {
  const [row] = await db.query(
    sql`
      select id as player_service_id, webhook_url, webhook_secret, webhook_old_secret from player_service
      where id = ${playerServiceId} and webhook_disabled_at is null`,
    {
      player_service_id: uuid,
      webhook_url: nullable(text),
      webhook_secret: nullable(text),
      webhook_old_secret: nullable(text),
    },
  )
  if (!row || row.webhook_url === null || row.webhook_secret === null) throw refusal('webhook_stopped')
  return { ...row, webhook_url: row.webhook_url, webhook_secret: row.webhook_secret }
}

function sampleOf(type: TestTopic, at: number): TransactionEvent['data'] | { readonly test: true } {
  const data = {
    transaction_id: 'TEST',
    reference: 'test',
    type: 'deposit',
    amount: '100.00',
    currency_code: 'USD',
    player_id: 'test',
    metadata: { test: 'true' },
    cash_id: null,
    at,
  } as const
  if (type === 'transaction.confirmed') return { ...data, state: 'confirmed', confirmed_by: '0' }
  if (type === 'transaction.expired') return { ...data, state: 'expired', confirmed_by: null }
  if (type === 'transaction.cancelled') return { ...data, state: 'cancelled', confirmed_by: null }
  if (type === 'transaction.reversed') {
    return { ...data, state: 'reversed', confirmed_by: '0', reason: 'Test' }
  }
  if (type === 'transaction.locked') return { ...data, state: 'open', confirmed_by: null, locked_by: '0' }
  return { test: true }
}
