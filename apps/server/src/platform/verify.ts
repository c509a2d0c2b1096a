import { text } from './db/columns.ts'
import type { Queryable } from './db/database.ts'
import { type Sql, sql } from './db/sql.ts'

/** A rule that must always hold, and the statement that finds what breaks it. */
export interface Check {
  readonly rule: string
  readonly violations: Sql
}

export interface Finding {
  readonly rule: string
  readonly violations: number
  /** Each as JSON, with the columns of its own statement. */
  readonly examples: readonly string[]
}

const EXAMPLES = 5

/** Runs every check over the whole database. */
export async function verify(db: Queryable, checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { rule, violations } of checks) {
    const rows = await db.query(sql`select to_jsonb(breach)::text as breach from (${violations}) as breach`, {
      breach: text,
    })
    findings.push({ rule, violations: rows.length, examples: rows.slice(0, EXAMPLES).map(({ breach }) => breach) })
  }
  return findings
}
