import { matchPassword } from '../../access/passwords.ts'
import { text } from '../../platform/database/columns.ts'
import { only } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import type { AuthServices } from './services.ts'

/**
 * Asked again before anything that decides who can log in: a phone that lies open is not enough. Counted apart
 * from log-ins, so that guessing here can't close the log-in.
 */
export async function checkOwnPassword({ db, limits }: AuthServices, agentId: string, password: string): Promise<void> {
  const { password_hash } = only(
    await db.query(sql`select password_hash from agent where id = ${agentId}`, { password_hash: text }),
  )
  await limits.spend('login-account', `password ${agentId}`)
  if (!(await matchPassword(password_hash, password))) throw refusal('current_password_wrong')
  await limits.giveBack('login-account', `password ${agentId}`)
}
