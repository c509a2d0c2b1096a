import type { ParsedInputOf } from '@cashbox/contract'
import type { setPartnerKeyNetworks as call } from '@cashbox/contract/operator'
import { writeAudit } from '../access/audit.ts'
import { readNetworks, sayNetworks, storedNetworks } from '../access/partner-keys.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs, type ChangeContext } from '../approvals/kinds.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { lockPartner } from './hold-partner.ts'
import { type PartnerRow, readPartner } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'

type Input = ParsedInputOf<typeof call>

/** Asks a second admin for other networks of a key that is in use. */
export async function setPartnerKeyNetworks(services: PartnerServices, { input, actor }: Asked<Input>) {
  const change = { kind: 'partner_key_networks', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, setKeyNetworks)
  return { partner: await readPartner(services.db, input.code), request }
}

export const setKeyNetworks: Act<Input> = async (tx, input, by) => {
  const partner = await lockPartner(tx, input.code)
  const key = partner.keys.find(({ id }) => id === input.key_id)
  // The request for a new key shows its networks, so they stay until it is approved.
  if (!key || key.disabled_at !== null || key.activated_at === null) throw refusal('not_found')
  const networks = await readNetworks(tx, input.networks)
  const [before, after] = [{ networks: sayNetworks(key.networks) }, { networks: sayNetworks(networks) }]
  refuseStale(partner, before, input, by)
  if (before.networks === after.networks) throw refusal('networks_unchanged')
  await tx.execute(sql`update partner_key set networks = ${storedNetworks(networks)}::cidr[] where id = ${key.id}`)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  const subject = { kind: 'partner_key', id: key.id }
  await writeAudit(tx, {
    at: by.at,
    actor: by.actor,
    action: 'partner.set-key-networks',
    subject,
    reason: input.reason,
    before,
    after: { ...after, ...approvedAs(by) },
  })
  return { subject: { ...subject, name: `${partner.name}, ${key.id}` }, before, after, needsApproval: true }
}

/** What else of the partner has changed since does not matter: approved networks take the place of those that were seen. */
function refuseStale(
  { version }: PartnerRow,
  { networks }: { networks: string },
  input: Input,
  { request }: ChangeContext,
) {
  const isStale = request ? readSeen(request.before) !== networks : version !== input.version
  if (isStale) throw refusal('version_conflict')
}

const readSeen = (before: object | null): unknown => (before && 'networks' in before ? before.networks : null)
