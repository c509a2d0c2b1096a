import type { sendPartnerTestEvent as call } from '@cashbox/contract/operator'
import type { PartnerEvent, TestTopic } from '@cashbox/contract/partner'
import { col, type Database, query } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { partnerSubject } from '../keys.ts'
import { readPartners } from '../partner.ts'
import { problemOf } from './events.ts'
import { type Receiver, receiverColumns, receiverFields, sendWebhook, webhookBody } from './send-webhook.ts'

/** Shorter than for real events, because the caller waits for the result. */
const TIMEOUT_MS = 10_000

/** Bypasses the queue, and stores neither the event nor the attempt. */
export async function sendTestEvent(services: Services, partnerId: string, type: TestTopic) {
  const receiver = await findReceiver(services.db, partnerId)
  await services.limits.spend('webhook-test', partnerId)
  const at = services.clock.now()
  const id = uuidv7()
  const body = webhookBody({ topic: type, created_at: at, payload: samplePayload(type, toSeconds(at)) })
  const started = performance.now()
  const outcome = await sendWebhook(services, receiver, { id, body }, at, TIMEOUT_MS)
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

export async function sendPartnerTestEvent(services: Services, { input, actor }: OperatorRequest<typeof call>) {
  const { db, clock } = services
  const [partner] = await readPartners(db, input.code)
  if (!partner) throw refusal('not_found')
  const delivery = await sendTestEvent(services, partner.id, input.type)
  const { type, status } = delivery
  await db.transaction((tx) =>
    writeAudit(tx, { at: clock.now(), actor }, partnerSubject(partner.code), 'partner.test-webhook', {
      after: { type, status },
    }),
  )
  return { delivery }
}

async function findReceiver(db: Database, partnerId: string): Promise<Receiver> {
  const [row] = await query(db, {
    partner_id: col.uuid,
    webhook_url: col.nullable(col.text),
    ...receiverColumns,
  })`
    select id as partner_id, webhook_url, ${receiverFields} from partner
    where id = ${partnerId} and webhook_disabled_at is null`
  if (!row || row.webhook_url === null || row.webhook_secret === null) throw refusal('webhook_stopped')
  return { ...row, webhook_url: row.webhook_url, webhook_secret: row.webhook_secret }
}

function samplePayload(type: TestTopic, at: number): PartnerEvent['data'] | { readonly test: true } {
  const data = {
    transaction_id: 'TEST',
    reference: 'test',
    started_by: 'partner',
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
  if (type === 'position.low' || type === 'position.exhausted' || type === 'position.restored') {
    const [zero, currency_code] = ['0.00', 'USD']
    return {
      currency_code,
      balance: zero,
      reserved: zero,
      on_credit: zero,
      credit_limit: zero,
      left: zero,
      low_level: zero,
      at,
    }
  }
  if (type === 'statement.closed') {
    const sums = { currency_code: 'USD', opening: '0.00', closing: '0.00' }
    return { statement_id: 'TEST', number: 0, period: 'demand', from: at, until: at, due_at: at, at, ...sums }
  }
  return { test: true }
}
