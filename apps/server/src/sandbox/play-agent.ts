import { formatMinor, transactionTypes } from '@cashbox/contract'
import { col, query, sql } from '@cashbox/postgres/database'
import { openSession } from '../access/sessions.ts'
import { codeBinding } from '../payments/transactions/open-transaction.ts'
import { toSeconds } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { refuseOutsideSandbox } from './sandbox-partner.ts'

/** Who a session of the sandbox's own is from. */
const CALLER = { ip: '127.0.0.1', userAgent: 'Cashbox sandbox', language: 'en' } as const

/** Confirms as an agent would, over the agent API. Null when it is confirmed; otherwise what the agent was answered. */
export async function playAgent(
  { db, clock, keyring, address }: Pick<Services, 'db' | 'clock' | 'keyring' | 'address'>,
  transactionId: string,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> } | null> {
  const { token, input } = await db.transaction(async (tx) => {
    await refuseOutsideSandbox(tx)
    const [found] = await query(tx, {
      id: col.uuid,
      type: col.oneOf(...transactionTypes),
      amount: col.int8,
      sealed_code: col.nullable(col.text),
      agent_id: col.nullable(col.uuid),
      geo_lat: col.nullable(col.float8),
      geo_lon: col.nullable(col.float8),
    })`
      select tx.id, tx.type, tx.amount, tx.sealed_code, agent.id as agent_id, agent.geo_lat, agent.geo_lon
      from player_transaction as tx join partner on partner.id = tx.partner_id
      left join lateral (
        select id, geo_lat, geo_lon from agent
        where (id = tx.agent_id or tx.agent_id is null and channel_id = tx.channel_id)
          and status = 'approved' and not is_demo
        order by cash_id limit 1) as agent on true
      where partner.code = 'sandbox' and tx.transaction_id = ${transactionId}`
    if (!found) throw refusal('not_found')
    if (found.agent_id === null) throw refusal('cashbox_not_active')
    const code =
      found.sealed_code === null ? {} : { security_code: keyring.open(found.sealed_code, codeBinding(found.id)) }
    return {
      token: await openSession(tx, clock, found.agent_id, { remember: false, caller: CALLER, device: {} }),
      input: {
        type: found.type,
        transaction_id: transactionId,
        amount: formatMinor(found.amount),
        ...code,
        geo_lat: String(found.geo_lat ?? 0),
        geo_lon: String(found.geo_lon ?? 0),
        geo_at: toSeconds(clock.now()),
      },
    }
  })
  const response = await fetch(`${address()}/api/payments/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  await db.execute(sql`update session set ended_at = ${clock.now()} where token_hash = ${hashToken(token)}`)
  const body = (await response.json()) as Record<string, unknown>
  return response.ok ? null : { status: response.status, body }
}
