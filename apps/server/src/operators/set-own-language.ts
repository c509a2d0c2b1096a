import type { Language } from '@cashbox/contract'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { type Database, sql } from '../platform/database/database.ts'

/** Kept with the operator, so that it follows them to another machine. It changes nothing for others: no audit. */
export async function setOwnLanguage(db: Database, { operatorId }: SignedInOperator, language: Language) {
  await db.execute(sql`update operator set language = ${language} where id = ${operatorId}`)
  return {}
}
