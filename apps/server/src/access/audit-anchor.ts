import { int8, text } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** The end of the audit at some moment. Kept outside the database, it shows if the audit was written anew since. */
export interface Anchor {
  readonly number: bigint
  readonly hash: string
}

/** Null while the audit is empty. */
export async function readAnchor(db: Queryable): Promise<Anchor | null> {
  const [end] = await db.query(sql`select number, hash from audit_end where number > 0`, { number: int8, hash: text })
  return end ?? null
}

export const anchorText = ({ number, hash }: Anchor) => `${number}:${hash}`

/** Null when the text is no anchor. */
export function parseAnchor(given: string): Anchor | null {
  const [, number, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(given.trim()) ?? []
  return number && hash ? { number: BigInt(number), hash } : null
}

/** Whether the audit has this entry. In an unbroken chain, all entries before it are then the same too. */
export const hasAnchor = async (db: Queryable, { number, hash }: Anchor): Promise<boolean> =>
  (await db.execute(sql`select 1 from audit_entry where number = ${number} and hash = ${hash}`)) === 1
