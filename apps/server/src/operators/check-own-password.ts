import type { SignedInOperator } from '../access/operator-sessions.ts'
import { matchPassword } from '../access/passwords.ts'
import { nullable, only, sql, text } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { OperatorServices } from './operator-link.ts'

/** Asked again before anything that decides who can log in. Counted apart from log-ins, which it must not close. */
export async function checkOwnPassword(
  { db, limits }: OperatorServices,
  { operatorId }: SignedInOperator,
  password: string,
): Promise<void> {
  await limits.spend('login-account', `password ${operatorId}`)
  const { password_hash } = only(
    await db.query(sql`select password_hash from operator where id = ${operatorId}`, { password_hash: nullable(text) }),
  )
  if (!(await matchPassword(password_hash, password))) throw refusal('credentials_wrong')
  await limits.giveBack('login-account', `password ${operatorId}`)
}
