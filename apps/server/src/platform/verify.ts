import { int8, type Queryable, type Sql, sql, text } from './database/database.ts'

/** A rule that must always hold, and the statement that finds what breaks it. */
export interface Check {
  /** Its name. What it says is among the texts of the console, in `rules`. */
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
    // Counted where they are: a rule that is broken everywhere has more of them than a process can hold.
    const rows = await db.query(
      sql`
        with breach as materialized (${violations})
        select to_jsonb(breach)::text as example, (select count(*) from breach) as violations
        from breach limit ${EXAMPLES}`,
      { example: text, violations: int8 },
    )
    findings.push({ rule, violations: Number(rows[0]?.violations ?? 0), examples: rows.map(({ example }) => example) })
  }
  return findings
}
