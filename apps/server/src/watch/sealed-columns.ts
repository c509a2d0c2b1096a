import {
  col,
  type Database,
  identifier,
  type Queryable,
  query,
  queryOne,
  type Sql,
  sql,
} from '@cashbox/postgres/database'
import { addressBinding } from '@cashbox/postgres/follow'
import { SIGNING_KEY_BINDING } from '../access/signing-key.ts'
import { MAIL_BINDING } from '../platform/mail/mail.ts'
import { BOUND, type Keyring } from '../platform/secrets/keyring.ts'
import type { Check } from '../platform/verify.ts'
import { destinationBinding } from './alerts/destination.ts'

/** A column of sealed values. */
export interface SealedColumn {
  readonly name: string
  /** Rows of `id` and `sealed`, both text. */
  readonly values: Sql
  /** What its values are bound to. */
  readonly bindingOf: (id: string) => string
  /** Deleted within days, and too many to open regularly. */
  readonly isShortLived?: true
  /** Replaces the sealed value, unless it was changed meanwhile. */
  replace(id: string, before: string, after: string): Sql
}

export const HASH_KEY_BINDING = 'hash_key.sealed'

/** A column of a table, bound to its name and the row. */
function sealedColumn(
  name: string,
  table: string,
  column: string,
  { id = 'id', ...other }: Partial<Pick<SealedColumn, 'bindingOf' | 'isShortLived'>> & { readonly id?: string } = {},
): SealedColumn {
  const [from, key, sealed] = [identifier(table), identifier(id), identifier(column)]
  return {
    name,
    bindingOf: (row) => `${table}.${column} ${row}`,
    values: sql`select ${key}::text as id, ${sealed} as sealed from ${from} where ${sealed} is not null`,
    replace: (row, before, after) =>
      sql`update ${from} set ${sealed} = ${after} where ${key} = ${row} and ${sealed} = ${before}`,
    ...other,
  }
}

/** A key of the whole network, in a table with one row. */
const onlyKey = (name: string, table: string): SealedColumn => ({
  name,
  bindingOf: () => `${table}.sealed`,
  values: sql`select ${name}::text as id, sealed from ${identifier(table)}`,
  replace: (_id, before, after) => sql`update ${identifier(table)} set sealed = ${after} where sealed = ${before}`,
})

/** Where a network has moved. In the database that it has left, too. */
export const moveAddresses: SealedColumn = {
  ...sealedColumn('addresses of moves', 'network_move', 'address', { bindingOf: addressBinding }),
  values: sql`select id::text, address as sealed from network_move where address is not null and phase <> 'cancelled'`,
}

export const sealedColumns: readonly SealedColumn[] = [
  onlyKey('hash key', 'hash_key'),
  onlyKey('push key', 'push_key'),
  sealedColumn('signing key', 'signing_key', 'sealed', {
    id: 'public_key',
    bindingOf: () => SIGNING_KEY_BINDING,
  }),
  sealedColumn('second factors of operators', 'operator', 'totp_secret'),
  sealedColumn('keys of partners', 'partner_key', 'secret'),
  sealedColumn('webhook secrets', 'partner', 'webhook_secret'),
  // It was sealed as the current secret, then moved.
  sealedColumn('previous webhook secrets', 'partner', 'webhook_old_secret', {
    bindingOf: (id) => `partner.webhook_secret ${id}`,
  }),
  sealedColumn('secrets of alert destinations', 'alert_destination', 'secret', { bindingOf: destinationBinding }),
  moveAddresses,
  {
    name: 'letters that wait',
    isShortLived: true,
    bindingOf: () => MAIL_BINDING,
    values: sql`select id::text, payload ->> 'sealed' as sealed from job where payload ->> 'sealed' is not null`,
    replace: (id, before, after) =>
      sql`update job set payload = jsonb_build_object('sealed', ${after}::text) where id = ${id} and payload ->> 'sealed' = ${before}`,
  },
  sealedColumn('security codes of withdrawals', 'player_transaction', 'sealed_code', { isShortLived: true }),
]

/** Values that no key of the configuration opens, as far as their key ID shows. */
const unknownKeys = ({ knownIds }: Keyring, { name, values }: SealedColumn) => sql`
  select ${name}::text as column, split_part(sealed, '.', 1) as key_id, count(*)::integer as values
  from (${values}) as value
  where position('.' in sealed) > 0 and split_part(sealed, '.', 1) <> all(${[...knownIds]}::text[])
  group by key_id`

export async function countForeign(db: Database, keyring: Keyring) {
  const columns = { column: col.text, key_id: col.text, values: col.int4 }
  const found = []
  for (const column of sealedColumns) found.push(...(await db.query(unknownKeys(keyring, column), columns)))
  return found
}

const longLivedColumns = sealedColumns.filter(({ isShortLived }) => !isShortLived)

/** Opens every sealed value, and stores which ones fail, such as one copied from another row. */
export async function trySeals(db: Database, keyring: Keyring): Promise<void> {
  await db.transaction(async (tx) => {
    const found = []
    for (const column of longLivedColumns) found.push(...(await unreadableOf(tx, keyring, column, null)))
    await tx.execute(sql`delete from unreadable_seal`)
    for (const { column, id } of found)
      await tx.execute(sql`insert into unreadable_seal (column_name, row_id) values (${column}, ${id})`)
  })
}

/** The values that failed at the last check of all, and still fail. */
export async function findUnreadable(db: Queryable, keyring: Keyring) {
  const known = await query(db, {
    column_name: col.text,
    row_id: col.text,
  })`select column_name, row_id from unreadable_seal order by column_name, row_id`
  const found = []
  for (const column of longLivedColumns) {
    const ids = known.flatMap((row) => (row.column_name === column.name ? [row.row_id] : []))
    if (ids.length > 0) found.push(...(await unreadableOf(db, keyring, column, ids)))
  }
  return found
}

async function unreadableOf(
  db: Queryable,
  keyring: Keyring,
  { name, values, bindingOf }: SealedColumn,
  ids: readonly string[] | null,
) {
  const rows = await query(db, { id: col.text, sealed: col.text })`
    select id, sealed from (${values}) as value
    where ${ids}::text[] is null or id = any(${ids}::text[]) order by id`
  return rows.flatMap(({ id, sealed }) =>
    tryToOpen(keyring, sealed, bindingOf(id)) === null ? [{ column: name, id }] : [],
  )
}

export function tryToOpen(keyring: Keyring, sealed: string, binding: string): string | null {
  try {
    return keyring.open(sealed, binding)
  } catch {
    return null
  }
}

/** Old values that are not bound to their row: they open in any row until they are sealed again. */
export async function countUnbound(db: Queryable) {
  const found = []
  for (const { name, values } of sealedColumns) {
    const { count } = await queryOne(db, {
      count: col.int4,
    })`select count(*)::integer as count from (${values}) as value where right(sealed, ${BOUND.length}) <> ${BOUND}`
    if (count > 0) found.push({ column: name, values: count })
  }
  return found
}

export const sealChecks = (keyring: Keyring): readonly Check[] => [
  {
    rule: 'sealed_has_key',
    violations: sealedColumns
      .map((column) => unknownKeys(keyring, column))
      .reduce((all, one) => sql`${all} union all ${one}`),
  },
]
