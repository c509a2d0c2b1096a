import { type resetPassword as call, languages, type ParsedInputOf } from '@cashbox/contract'
import { oneOf, text } from '../../../platform/db/columns.ts'
import { only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { post } from '../../../platform/mail/mail.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { invalidFields } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/sessions.ts'
import { checkLink, useLink } from './mail-link.ts'
import { checkNewPassword } from './register.ts'
import type { AuthServices } from './services.ts'

/** Ends every session, so that a person who knew the old password is logged out. Proves the mailbox as well. */
export async function resetPassword(
  { db, clock, limits, sessions, keyring, publicUrl }: AuthServices,
  input: ParsedInputOf<typeof call>,
  caller: Caller,
): Promise<void> {
  await limits.spend('link-address', caller.ip)
  const problems = checkNewPassword(input)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  // Hashing a password is expensive, so it needs a link that works.
  await checkLink(db, clock, 'reset-password', input.hash)
  const passwordHash = await hashPassword(input.password)
  await db.transaction(async (tx) => {
    const agentId = await useLink(tx, clock, 'reset-password', input.hash)
    const now = clock.now()
    const { email, first_name, language } = only(
      await tx.query(
        sql`
          update agent set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, ${now})
          where id = ${agentId} returning email, first_name, language`,
        { email: text, first_name: text, language: oneOf(...languages) },
      ),
    )
    await sessions.endAllOf(tx, agentId)
    await post(
      tx,
      { clock, keyring },
      {
        to: email,
        language,
        template: 'password_changed',
        name: first_name,
        link: `${publicUrl}/auth/login`,
        linkHours: null,
        details: [],
      },
    )
  })
}
