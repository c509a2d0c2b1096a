import type { AuditAction, AuditField } from '@cashbox/contract/operator'
import { col, type Queryable, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { queryFirst } from '../platform/query-first.ts'
import type { Check } from '../platform/verify.ts'

/** An operator in the console, or a person at the command line. */
export interface Actor {
  readonly operatorId: string | null
  readonly name: string
  readonly ip: string | null
}

export interface AuditContext {
  readonly actor: Actor
  readonly at: Date
  readonly reason?: string | null | undefined
}

/** Fields that the console has a label for. It does not show the version. */
type Named = AuditField | 'version'

export type NamedFields = { readonly [Field in Named]?: unknown }

/** Fails to compile for a field without a label in the console, and for an object whose fields are unknown. */
type OnlyNamed<Fields> = Fields extends object
  ? [keyof Fields] extends [never]
    ? never
    : { readonly [Field in Exclude<keyof Fields, Named>]?: never }
  : Fields

export interface AuditedFields<Before = NamedFields, After = NamedFields> {
  /** Only what changed, never a secret. */
  readonly before?: (Before & OnlyNamed<Before>) | null
  readonly after?: (After & OnlyNamed<After>) | null
}

/** The last entry at some moment. An anchor stored outside the database shows whether the audit was rewritten since. */
type Anchor = RowOf<typeof anchorColumns>
const anchorColumns = { number: col.int8, hash: col.text }

export const auditChecks: readonly Check[] = [
  {
    rule: 'audit_is_chain',
    violations: sql`
      select number as id from (
        -- A JSON null hashes like no value at all, and is never written.
        select entry.number,
               entry.hash <> audit_hash(entry)
                 or coalesce(jsonb_typeof(entry.before) = 'null', false)
                 or coalesce(jsonb_typeof(entry.after) = 'null', false)
                 or entry.is_behind <> coalesce(entry.at < max(entry.at) over (
                      order by entry.number rows between unbounded preceding and 1 preceding) - interval '1 hour', false)
                 as is_changed,
               entry.previous_hash <> coalesce(lag(entry.hash) over chain, '') as is_loose,
               entry.number <> row_number() over chain as is_missing
        from audit_entry as entry window chain as (order by entry.number)) as checked
      where is_changed or is_loose or is_missing
      union all
      select number as id from audit_end
      where number <> coalesce((select max(number) from audit_entry), 0)
         or hash <> coalesce((select hash from audit_entry order by number desc limit 1), '')`,
  },
]

export async function writeAudit<Before extends object, After extends object>(
  tx: Tx,
  { at, actor, reason }: AuditContext,
  subject: { readonly kind: string; readonly id: string },
  action: AuditAction,
  { before, after }: AuditedFields<Before, After> = {},
): Promise<void> {
  await tx.execute(sql`
    select write_audit(${at}, ${actor.operatorId}, ${actor.name}, ${action}, ${subject.kind}, ${subject.id},
                       ${reason ?? null}, ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${actor.ip})`)
}

export const asJson = (value: object | null | undefined) =>
  value ? JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)) : null

export function changesBetween<Row extends object>(
  before: Row,
  after: Row,
): { before: Partial<Row>; after: Partial<Row> } {
  const differs = (Object.keys(after) as (keyof Row)[]).filter((field) => !isSame(before[field], after[field]))
  const pick = (row: Row) => Object.fromEntries(differs.map((field) => [field, row[field]])) as Partial<Row>
  return { before: pick(before), after: pick(after) }
}

const isSame = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

/** Null while the audit is empty. */
export const readAnchor = (db: Queryable) =>
  queryFirst(db, anchorColumns)`
    select number, hash from audit_end where number > 0`

export const anchorText = ({ number, hash }: Anchor) => `${number}:${hash}`

/** Null when the text is no anchor. */
export function parseAnchor(given: string): Anchor | null {
  const [, number, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(given.trim()) ?? []
  return number && hash ? { number: BigInt(number), hash } : null
}

/** Whether the audit has this entry. In an unbroken chain, all entries before it are then the same too. */
export const hasAnchor = async (db: Queryable, { number, hash }: Anchor): Promise<boolean> =>
  (await db.execute(sql`select 1 from audit_entry where number = ${number} and hash = ${hash}`)) === 1
