import type { ParsedInputOf } from '@cashbox/contract'
import type { setPartnerWebhook as call } from '@cashbox/contract/operator'
import { changePartnerWebhook } from '../../../domain/partners/change-partner-webhook.ts'
import { invalidFields } from '../../../platform/refusal.ts'
import { onHeldPartner } from './hold-partner.ts'
import type { Asked, PartnerServices } from './services.ts'

export const setPartnerWebhook = (services: PartnerServices, asked: Asked<ParsedInputOf<typeof call>>) =>
  onHeldPartner(services, asked, async (tx, { id, code, webhook_url }, doing) => {
    const url = asked.input.url ?? webhook_url
    if (url === null) throw invalidFields({ url: [{ code: 'required' }] })
    const wish = { url, keyring: services.keyring, mayBePrivate: services.mayBePrivate }
    return { secret: await changePartnerWebhook(tx, { id, code, webhookUrl: webhook_url }, wish, doing) }
  })
