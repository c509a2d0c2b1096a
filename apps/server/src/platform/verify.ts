import { col, type Queryable, query, type Sql } from '@cashbox/postgres/database'

/** A rule that must always hold, with a statement that finds violations. */
export interface Check {
  /** Described in the console's texts under `rules`. */
  readonly rule: string
  readonly violations: Sql
}

export interface Finding {
  readonly rule: string
  readonly violations: number
  /** Rows of the statement as JSON. */
  readonly examples: readonly string[]
}

const EXAMPLES = 5

/** Of a thing that is checked one by one: what is not true of it. */
export const failedOf = (checks: readonly (readonly [problem: string, isTrue: boolean])[]) =>
  checks.filter(([, isTrue]) => !isTrue).map(([problem]) => problem)

export const violationsIn = (wrong: readonly object[]): Omit<Finding, 'rule'> => ({
  violations: wrong.length,
  examples: wrong.slice(0, EXAMPLES).map((one) => JSON.stringify(one)),
})

export async function verify(db: Queryable, checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { rule, violations } of checks) {
    // Counted in the database: a broken rule may have more violations than fit into memory.
    const rows = await query(db, { example: col.text, violations: col.int8 })`
      with breach as materialized (${violations})
      select to_jsonb(breach)::text as example, (select count(*) from breach) as violations
      from breach limit ${EXAMPLES}`
    findings.push({ rule, violations: Number(rows[0]?.violations ?? 0), examples: rows.map(({ example }) => example) })
  }
  return findings
}
