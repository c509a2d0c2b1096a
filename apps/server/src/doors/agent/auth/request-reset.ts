import type { ParsedInputOf, requestPasswordReset } from '@cashbox/contract'
import { text, uuid } from '../../../platform/db/columns.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Caller } from '../../../platform/sessions.ts'
import { postLink } from './mail-link.ts'
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
    const [agent] = await tx.query(sql`select id, first_name from agent where email = ${email} and not is_demo`, {
      id: uuid,
      first_name: text,
    })
    if (agent)
      await postLink(tx, services, 'reset-password', { agentId: agent.id, email, name: agent.first_name, language })
  })
}
