import type { Language, ParsedInputOf, requestPasswordReset, resetPassword as resetCall } from '@cashbox/contract'
import { only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { post } from '../../../platform/mail/mail.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { invalidFields } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/sessions.ts'
import { postLink, useLink } from './mail-link.ts'
import { checkNewPassword } from './register.ts'
import type { AuthServices } from './services.ts'

/** A link to choose a new password, when the address is known; the answer is the same when it is not. */
export async function requestReset(
  services: AuthServices,
  { email, ...captchaFields }: ParsedInputOf<typeof requestPasswordReset>,
  { ip, language }: Caller,
): Promise<void> {
  const { db, captcha, limits } = services
  await limits.spend('mail-address', ip)
  await captcha.check('login', captchaFields, ip)
  await limits.spend('mail-account', email)
  await db.transaction(async (tx) => {
    const [agent] = await tx.query<{ id: string; first_name: string }>(
      sql`select id, first_name from agent where email = ${email} and not is_demo`,
    )
    if (agent)
      await postLink(tx, services, 'reset-password', { agentId: agent.id, email, name: agent.first_name, language })
  })
}

/** Ends every session: whoever knew the old password is out. The mailbox is proven as well. */
export async function resetPassword(
  { db, clock, limits, sessions, publicUrl }: AuthServices,
  input: ParsedInputOf<typeof resetCall>,
  caller: Caller,
): Promise<void> {
  await limits.spend('link-address', caller.ip)
  const problems = checkNewPassword(input)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const passwordHash = await hashPassword(input.password)
  await db.transaction(async (tx) => {
    const agentId = await useLink(tx, clock, 'reset-password', input.hash)
    const now = clock.now()
    const { email, first_name, language } = only(
      await tx.query<{ email: string; first_name: string; language: Language }>(sql`
        update agent set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, ${now})
        where id = ${agentId} returning email, first_name, language`),
    )
    await sessions.endAllOf(tx, agentId)
    await post(tx, clock, {
      to: email,
      language,
      template: 'password_changed',
      name: first_name,
      link: `${publicUrl}/auth/login`,
      linkHours: null,
      details: [],
    })
  })
}
