import type { ParsedInputOf } from '@cashbox/contract'
import type { activatePartnerKey as call } from '@cashbox/contract/operator'
import { writeAudit } from '../access/audit.ts'
import { sayNetworks } from '../access/partner-keys.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs } from '../approvals/kinds.ts'
import { textArray } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { lockPartner } from './hold-partner.ts'
import { readPartner } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'

type Input = ParsedInputOf<typeof call>

/** Asks a second admin to let a key open something. */
export async function activatePartnerKey(services: PartnerServices, { input, actor }: Asked<Input>) {
  const change = { kind: 'partner_key', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, activateKey)
  return { partner: await readPartner(services.db, input.code), request }
}

export const activateKey: Act<Input> = async (tx, { code, key_id, reason }, by) => {
  const partner = await lockPartner(tx, code)
  const [key] = await tx.query(
    sql`
      update partner_key set activated_at = ${by.at}
      where id = ${key_id} and player_service_id = ${partner.id} and disabled_at is null and activated_at is null
      returning permissions, coalesce(networks::text[], '{}') as networks`,
    { permissions: textArray, networks: textArray },
  )
  if (!key) throw refusal('not_found')
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  const subject = { kind: 'partner_key', id: key_id }
  const after = {
    partner: partner.name,
    permissions: key.permissions.join(', '),
    networks: sayNetworks(key.networks),
  }
  await writeAudit(tx, {
    at: by.at,
    actor: by.actor,
    action: 'partner.activate-key',
    subject,
    reason,
    after: { ...after, ...approvedAs(by) },
  })
  return { subject: { ...subject, name: `${partner.name}, ${key_id}` }, before: null, after, needsApproval: true }
}
