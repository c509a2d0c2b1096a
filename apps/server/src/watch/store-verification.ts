import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { toSeconds } from '../platform/clock.ts'
import { json } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import type { Finding } from '../platform/verify.ts'
import type { CountServices } from './services.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

export const BrokenRules = z.array(
  z.object({
    rule: z.string(),
    violations: z.number(),
    /** The start of the first verification, in seconds, that found it and was followed only by others that did. */
    since: z.number(),
  }),
)

/** Checks everything that must always hold, and keeps what was found. */
export async function storeVerification(
  { db, clock }: CountServices,
  verify: () => Promise<readonly Finding[]>,
): Promise<void> {
  const id = uuidv7()
  const startedAt = clock.now()
  const [last] = await db.query(
    sql`select failed_checks from verification where finished_at is not null order by started_at desc limit 1`,
    { failed_checks: json(BrokenRules) },
  )
  await db.execute(sql`insert into verification (id, started_at) values (${id}, ${startedAt})`)
  const findings = await verify()
  const failed_checks = findings
    .filter(({ violations }) => violations > 0)
    .map(({ rule, violations, examples }) => ({
      rule,
      violations,
      examples,
      since: last?.failed_checks.find((before) => before.rule === rule)?.since ?? toSeconds(startedAt),
    }))
  await db.execute(sql`
    update verification set finished_at = ${clock.now()}, failed_checks = ${JSON.stringify(failed_checks)}::jsonb where id = ${id}`)
  await db.execute(sql`delete from verification where started_at < ${new Date(startedAt.getTime() - KEPT_MS)}`)
}
