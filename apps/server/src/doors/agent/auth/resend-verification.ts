import type { resendVerification as call, ParsedInputOf } from '@cashbox/contract'
import { text, uuid } from '../../../platform/db/columns.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Caller } from '../../../platform/sessions.ts'
import { postLink } from './mail-link.ts'
import type { AuthServices } from './services.ts'

/** Another link, when there is something to verify; the answer is the same when there is not. */
export async function resendVerification(
  services: AuthServices,
  { email, ...captchaFields }: ParsedInputOf<typeof call>,
  { ip, language }: Caller,
): Promise<void> {
  const { db, captcha, limits } = services
  await limits.spend('mail-address', ip)
  await captcha.check('signup', captchaFields, ip)
  await limits.spend('mail-account', email)
  await db.transaction(async (tx) => {
    const [agent] = await tx.query(
      sql`select id, first_name from agent where email = ${email} and not is_demo and email_verified_at is null`,
      { id: uuid, first_name: text },
    )
    if (agent)
      await postLink(tx, services, 'verify-email', { agentId: agent.id, email, name: agent.first_name, language })
  })
}
