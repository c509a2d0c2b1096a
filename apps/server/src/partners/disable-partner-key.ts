import type { ParsedInputOf } from '@cashbox/contract'
import type { disablePartnerKey as call } from '@cashbox/contract/operator'
import { refusal } from '../platform/refusal.ts'
import { onHeldPartner } from './hold-partner.ts'
import type { Asked, PartnerServices } from './services.ts'
import { letKeyExpire, takePartnerKey } from './take-partner-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** At once, or in some days, while the partner changes to its other key. */
export const disablePartnerKey = (services: PartnerServices, asked: Asked<ParsedInputOf<typeof call>>) =>
  onHeldPartner(services, asked, async (tx, partner, doing) => {
    const { key_id: keyId, in_days: days } = asked.input
    const isDone =
      days === undefined
        ? await takePartnerKey(tx, partner, keyId, doing)
        : await letKeyExpire(tx, partner, { keyId, expiresAt: new Date(doing.at.getTime() + days * DAY_MS) }, doing)
    if (!isDone) throw refusal('not_found')
    return {}
  })
