import type { Database } from '../../../platform/db/database.ts'
import { refusal } from '../../../platform/refusal.ts'
import { findRequest, showMoneyRequest } from './money-request.ts'

export async function readRequest(db: Database, id: string) {
  const row = await findRequest(db, id)
  if (!row) throw refusal('not_found')
  return { request: showMoneyRequest(row) }
}
