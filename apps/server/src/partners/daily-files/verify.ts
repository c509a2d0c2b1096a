import { createHash } from 'node:crypto'
import { col, type Queryable, query, type RowOf, sql } from '@cashbox/postgres/database'
import { isSignedEd25519 } from '../../platform/secrets/ed25519.ts'
import { type Check, type Finding, failedOf, violationsIn } from '../../platform/verify.ts'
import { beginFile, signatureLine } from './daily-file.ts'
import { linesOf, moved, nextDay } from './file-lines.ts'
import { bytesOf } from './read-file.ts'

/** Late lines are gathered for two days, so after that each must be in a file. */
export const fileChecks: readonly Check[] = [
  {
    rule: 'daily_file_has_lines',
    violations: sql`
      with made as (
        select partner.id, partner.files_from, max(file.day) as last
        from partner join reconciliation_file as file on file.partner_id = partner.id
        group by partner.id
      )
      select moved.id, moved.event from (
        select player_transaction_id as id, 'confirmed' as event, finished_at as at from confirmation
        union all
        select player_transaction_id, 'reversed', reversed_at from reversal
      ) as moved
      join player_transaction as tx on tx.id = moved.id
      join made on made.id = tx.partner_id
      where moved.at >= made.files_from::timestamp at time zone 'UTC'
        and moved.at < (made.last - 1)::timestamp at time zone 'UTC' - ${moved}
        and not exists (
          select 1 from reconciliation_line as line
          where line.player_transaction_id = moved.id and line.event = moved.event)`,
  },
]

type File = RowOf<typeof columns>

const columns = {
  id: col.uuid,
  code: col.text,
  files_from: col.nullable(col.text),
  day: col.text,
  sha256: col.text,
  public_key: col.text,
  signature: col.text,
}

/** Rebuilds every file from the ledger and compares it with the stored one. */
export async function verifyFiles(db: Queryable): Promise<Finding> {
  const files = await query(db, columns)`
    select partner.id, partner.code, partner.files_from::text as files_from, file.day::text as day,
           file.sha256, key.public_key, file.signature
    from reconciliation_file as file
    join partner on partner.id = file.partner_id
    cross join signing_key as key
    order by partner.code, file.day`
  const wrong: object[] = []
  let before: File | undefined
  for (const file of files) {
    const earlier = before?.id === file.id ? before : undefined
    const problems = await findProblems(db, file, earlier)
    if (problems.length > 0) wrong.push({ partner: file.code, day: file.day, problems })
    before = file
  }
  return {
    rule: 'daily_file_is_true',
    ...violationsIn(wrong),
  }
}

async function findProblems(db: Queryable, file: File, earlier: File | undefined): Promise<string[]> {
  const rebuilt = beginFile({ partner: file.code, day: file.day })
  const hash = createHash('sha256').update(rebuilt.head())
  for await (const lines of linesOf(db, file.id, file.day)) {
    for (const line of lines) hash.update(rebuilt.line(line))
  }
  const end = rebuilt.end()
  hash.update(end.text + signatureLine(file.signature))
  const expectedDay = earlier ? nextDay(earlier.day) : file.files_from
  return failedOf([
    ['a day is missing before it', file.day === expectedDay],
    ['the ledger says something else', hash.digest('hex') === file.sha256],
    ['the kept bytes', (await storedHash(db, file)) === file.sha256],
    ['the signature', isSignedEd25519(file.public_key, end.signed, file.signature)],
  ])
}

async function storedHash(db: Queryable, { id, day }: File): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const bytes of bytesOf(db, { partnerId: id, day })) hash.update(bytes)
    return hash.digest('hex')
  } catch {
    return 'unreadable'
  }
}
