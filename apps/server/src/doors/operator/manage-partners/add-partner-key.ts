import type { ParsedInputOf } from '@cashbox/contract'
import type { addPartnerKey as call } from '@cashbox/contract/operator'
import { givePartnerKey } from '../../../domain/partners/give-partner-key.ts'
import { onHeldPartner } from './hold-partner.ts'
import type { Asked, PartnerServices } from './services.ts'

export const addPartnerKey = (services: PartnerServices, asked: Asked<ParsedInputOf<typeof call>>) =>
  onHeldPartner(services, asked, async (tx, partner, doing) => {
    const permissions = [...new Set(asked.input.permissions)]
    const wish = { permissions, networks: asked.input.networks }
    const key = await givePartnerKey(tx, services.keyring, partner, wish, doing)
    return { key_id: key.id, secret: key.secret }
  })
