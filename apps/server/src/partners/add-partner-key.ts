import type { ParsedInputOf } from '@cashbox/contract'
import type { addPartnerKey as call } from '@cashbox/contract/operator'
import { activatePartnerKey } from './activate-partner-key.ts'
import { givePartnerKey } from './give-partner-key.ts'
import { onHeldPartner } from './hold-partner.ts'
import type { Asked, PartnerServices } from './services.ts'

/** The new key opens nothing before a second admin approves it. Only the admin who made it sees its secret. */
export async function addPartnerKey(services: PartnerServices, asked: Asked<ParsedInputOf<typeof call>>) {
  const { code, reason, networks } = asked.input
  const { key } = await onHeldPartner(services, asked, async (tx, partner, doing) => {
    const permissions = [...new Set(asked.input.permissions)]
    const wish = { permissions, networks, isActive: false }
    return { key: await givePartnerKey(tx, services.keyring, partner, wish, doing) }
  })
  const asking = { input: { code, reason, key_id: key.id }, actor: asked.actor }
  return { ...(await activatePartnerKey(services, asking)), key_id: key.id, secret: key.secret }
}
