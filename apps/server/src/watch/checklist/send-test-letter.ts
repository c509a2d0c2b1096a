import { defaultLanguage } from '@cashbox/contract'
import { type Actor, writeAudit } from '../../access/audit.ts'
import type { SignedInOperator } from '../../access/operator-sessions.ts'
import { post } from '../../platform/mail/mail.ts'
import type { ChecklistServices } from './services.ts'

/** Goes the way of every letter. The worker notes when the mail server has taken it. */
export async function sendTestLetter(services: ChecklistServices, operator: SignedInOperator, actor: Actor) {
  const { email, name, language } = operator
  await services.db.transaction(async (tx) => {
    await post(tx, services, {
      to: email,
      language: language ?? defaultLanguage,
      template: 'test_letter',
      name,
      link: `${services.publicUrl}/console/settings`,
      linkHours: null,
      details: [],
    })
    const subject = { kind: 'operator', id: operator.operatorId }
    await writeAudit(tx, { at: services.clock.now(), actor, action: 'mail.test', subject })
  })
  return { to: email }
}
