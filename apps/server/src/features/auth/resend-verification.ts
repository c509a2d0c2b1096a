import type { resendVerification as call, ParsedInputOf } from '@cashbox/contract'
import { sql } from '../../platform/db/sql.ts'
import { post } from '../../platform/mail/mail.ts'
import type { Caller } from '../../platform/sessions.ts'
import { createLink, linkHours } from './mail-link.ts'
import type { AuthServices } from './services.ts'

/** Another link, when there is something to verify; the answer is the same when there is not. */
export async function resendVerification(
  { db, clock, captcha, limits, publicUrl }: AuthServices,
  input: ParsedInputOf<typeof call>,
  caller: Caller,
): Promise<void> {
  await captcha.check('signup', input, caller.ip)
  await limits.spend('mail-account', input.email)
  await limits.spend('mail-address', caller.ip)
  await db.transaction(async (tx) => {
    const [agent] = await tx.query<{ id: string; first_name: string }>(sql`
      select id, first_name from agent where email = ${input.email} and not is_demo and email_verified_at is null`)
    if (!agent) return
    await post(tx, clock, {
      to: input.email,
      language: caller.language,
      template: 'verify_email',
      name: agent.first_name,
      link: await createLink(tx, clock, 'verify-email', agent.id, publicUrl),
      linkHours: linkHours['verify-email'],
      details: [],
    })
  })
}
