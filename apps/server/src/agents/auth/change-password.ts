import type { changePassword as call, ParsedInputOf } from '@cashbox/contract'
import { hashPassword } from '../../access/passwords.ts'
import type { SignedIn } from '../../access/sessions.ts'
import { invalidFields } from '../../platform/refusal.ts'
import { checkOwnPassword } from './check-own-password.ts'
import { checkNewPassword } from './register.ts'
import type { AuthServices } from './services.ts'
import { storePassword } from './store-password.ts'

/** The session that asks stays; all others end. */
export async function changePassword(
  services: AuthServices,
  input: ParsedInputOf<typeof call>,
  { agentId, sessionId }: SignedIn,
): Promise<void> {
  await checkOwnPassword(services, agentId, input.current_password)
  const problems = checkNewPassword(input)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const passwordHash = await hashPassword(input.password)
  await services.db.transaction(async (tx) => {
    await storePassword(services, tx, agentId, passwordHash)
    await services.sessions.endAllOf(tx, agentId, sessionId)
  })
}
