import type { SignIn } from '@cashbox/contract'
import type { Device } from '../../access/sessions.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { readUser } from '../read-user.ts'
import type { AuthServices } from './services.ts'

/** A session and the agent; no session while the e-mail address is unverified. */
export async function signIn(
  { sessions }: AuthServices,
  tx: Tx,
  agentId: string,
  remember: boolean,
  caller: Caller,
  device: Device,
): Promise<SignIn> {
  await tx.execute(
    sql`update agent set language = ${caller.language} where id = ${agentId} and language <> ${caller.language}`,
  )
  const user = await readUser(tx, agentId)
  const token = user.is_email_verified ? await sessions.open(tx, agentId, remember, caller, device) : null
  return { token, user }
}

/** Opens the demo the first time; a second log-in at the same moment finds it open. */
export async function openDemo({ clock, prepareDemo }: AuthServices, tx: Tx, agentId: string) {
  const opened = await tx.execute(sql`
    update agent set email_verified_at = ${clock.now()}
    where id = ${agentId} and is_demo and email_verified_at is null`)
  if (opened > 0) await prepareDemo(tx, agentId)
}
