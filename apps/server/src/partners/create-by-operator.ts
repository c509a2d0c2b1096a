import type { ParsedInputOf } from '@cashbox/contract'
import type { createPartner as call } from '@cashbox/contract/operator'
import * as domain from './partner.ts'
import { readPartner } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'

export async function createPartner(
  { db, clock }: PartnerServices,
  { input, actor }: Asked<ParsedInputOf<typeof call>>,
) {
  await domain.createPartner(db, input, { actor, at: clock.now(), reason: input.reason })
  return { partner: await readPartner(db, input.code) }
}
