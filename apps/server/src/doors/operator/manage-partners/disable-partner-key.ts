import type { ParsedInputOf } from '@cashbox/contract'
import type { disablePartnerKey as call } from '@cashbox/contract/operator'
import { takePartnerKey } from '../../../domain/partners/take-partner-key.ts'
import { refusal } from '../../../platform/refusal.ts'
import { onHeldPartner } from './hold-partner.ts'
import type { Asked, PartnerServices } from './services.ts'

export const disablePartnerKey = (services: PartnerServices, asked: Asked<ParsedInputOf<typeof call>>) =>
  onHeldPartner(services, asked, async (tx, partner, doing) => {
    if (!(await takePartnerKey(tx, partner, asked.input.key_id, doing))) throw refusal('not_found')
    return {}
  })
