import type { resetPassword as call, ParsedInputOf } from '@cashbox/contract'
import { hashPassword } from '../../access/passwords.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { invalidFields } from '../../platform/refusal.ts'
import { checkLink, useLink } from './mail-link.ts'
import { checkNewPassword } from './register.ts'
import type { AuthServices } from './services.ts'
import { storePassword } from './store-password.ts'

/** Ends every session, so that a person who knew the old password is logged out. Proves the mailbox as well. */
export async function resetPassword(
  services: AuthServices,
  input: ParsedInputOf<typeof call>,
  caller: Caller,
): Promise<void> {
  const { db, clock, limits, sessions } = services
  await limits.spend('link-address', caller.ip)
  const problems = checkNewPassword(input)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  // Hashing a password is expensive, so it needs a link that works.
  await checkLink(db, clock, 'reset-password', input.hash)
  const passwordHash = await hashPassword(input.password)
  await db.transaction(async (tx) => {
    const agentId = await useLink(tx, clock, 'reset-password', input.hash)
    await storePassword(services, tx, agentId, passwordHash)
    await tx.execute(sql`
      update agent set email_verified_at = coalesce(email_verified_at, ${clock.now()}) where id = ${agentId}`)
    await sessions.endAllOf(tx, agentId)
  })
}
