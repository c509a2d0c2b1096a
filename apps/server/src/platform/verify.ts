import type { Database } from './db/database.ts'
import type { Sql } from './db/sql.ts'

/** A rule that must always hold, and the statement that finds what breaks it. */
export interface Check {
  readonly rule: string
  readonly breaches: Sql
}

export interface Finding {
  readonly rule: string
  readonly breaches: number
  readonly examples: readonly Record<string, unknown>[]
}

const EXAMPLES = 5

/** Runs every check over the whole database. */
export async function verify(db: Database, checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { rule, breaches } of checks) {
    const rows = await db.query<Record<string, unknown>>(breaches)
    findings.push({ rule, breaches: rows.length, examples: rows.slice(0, EXAMPLES) })
  }
  return findings
}
