import type { verifyEmail as call, ParsedInputOf, SignIn } from '@cashbox/contract'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { useLink } from './mail-link.ts'
import type { AuthServices } from './services.ts'
import { signIn } from './sign-in.ts'

type Input = ParsedInputOf<typeof call>

/** The link came out of the agent's mailbox, so the address is theirs: sign them in. */
export async function verifyEmail(services: AuthServices, input: Input, caller: Caller): Promise<SignIn> {
  const { db, clock, limits } = services
  await limits.spend('link-address', caller.ip)
  return db.transaction(async (tx) => {
    const agentId = await useLink(tx, clock, 'verify-email', input.hash)
    await tx.execute(sql`
      update agent set email_verified_at = ${clock.now()} where id = ${agentId} and email_verified_at is null`)
    return signIn(services, tx, agentId, true, caller, input)
  })
}
