import type { changePassword as call, ParsedInputOf, resetPassword as resetPasswordCall } from '@cashbox/contract'
import { sql, type Tx } from '@cashbox/postgres/database'
import { hashPassword } from '../../access/passwords.ts'
import { type AgentSession, endSessionsOf, personOf } from '../../access/sessions.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { formatMailTime } from '../../platform/mail/render-mail.ts'
import { refuseFields } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { translate } from '../../platform/texts.ts'
import { noteVerified, readPerson } from '../person.ts'
import { checkOwnPassword } from './log-in.ts'
import { checkLink, useLink } from './mail-link.ts'
import { checkNewPassword } from './register.ts'

/** Ends all sessions except the one of this call. */
export async function changePassword(
  services: Services,
  input: ParsedInputOf<typeof call>,
  agent: AgentSession,
): Promise<void> {
  const personId = personOf(agent)
  await checkOwnPassword(services, personId, input.current_password)
  refuseFields(checkNewPassword(input))
  const passwordHash = await hashPassword(input.password)
  await services.db.transaction(async (tx) => {
    await storePassword(services, tx, personId, passwordHash)
    await endSessionsOf(tx, services.clock, personId, agent.sessionId)
  })
}

/** Ends every session, so that a person who knew the old password is logged out. The link also verifies the address. */
export async function resetPassword(
  services: Services,
  input: ParsedInputOf<typeof resetPasswordCall>,
  caller: Caller,
): Promise<void> {
  const { db, clock, limits } = services
  await limits.spend('link-address', caller.ip)
  refuseFields(checkNewPassword(input))
  // Hashing a password is expensive, so it needs a link that works.
  await checkLink(db, clock, 'reset-password', input.hash)
  const passwordHash = await hashPassword(input.password)
  await db.transaction(async (tx) => {
    const personId = await useLink(tx, clock, 'reset-password', input.hash)
    await storePassword(services, tx, personId, passwordHash)
    await noteVerified(tx, personId, clock.now())
    await endSessionsOf(tx, clock, personId)
  })
}

/** Also sends an e-mail, so that the person notices a change by another person. */
async function storePassword(services: Services, tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await tx.execute(sql`update person set password_hash = ${passwordHash} where id = ${personId}`)
  const { email, first_name, language, timezone } = await readPerson(tx, personId)
  const time = formatMailTime(services.clock.now(), timezone, language)
  await enqueueMail(tx, services, {
    to: email,
    language,
    template: 'password_changed',
    name: first_name,
    link: `${services.config.publicUrl}/auth/login`,
    details: [{ label: translate(language, 'mail.time'), values: [time] }],
  })
}
