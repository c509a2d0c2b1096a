import type { ParsedInputOf } from '@cashbox/contract'
import type { sendPartnerTestEvent as call } from '@cashbox/contract/operator'
import { writeAudit } from '../access/audit.ts'
import { refusal } from '../platform/refusal.ts'
import { partnerSubject } from './doing.ts'
import { readPartners } from './partner.ts'
import type { Asked } from './services.ts'
import { sendTestEvent, type TestServices } from './webhooks/send-test-event.ts'

/** Sends a test event to a partner's server, and writes down who did. */
export async function sendPartnerTestEvent(
  services: TestServices,
  { input, actor }: Asked<ParsedInputOf<typeof call>>,
) {
  const { db, clock } = services
  const [partner] = await readPartners(db, input.code)
  if (!partner) throw refusal('not_found')
  const delivery = await sendTestEvent(services, partner.id, input.type)
  const { type, status } = delivery
  await db.transaction((tx) =>
    writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'partner.test-webhook',
      subject: partnerSubject(partner.code),
      after: { type, status },
    }),
  )
  return { delivery }
}
