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
import { addressPlace } from '@cashbox/postgres/follow'
import { SIGNING_KEY_PLACE } from '../access/signing-key.ts'
import { MAIL_PLACE } from '../platform/mail/mail.ts'
import { BOUND, type Keyring } from '../platform/secrets/keyring.ts'
import type { Check } from '../platform/verify.ts'
import { destinationPlace } from './alerts/destination.ts'

/** A column of sealed values. */
export interface SealedPlace {
  readonly name: string
  /** Rows of `id` and `sealed`, both text. */
  readonly values: Sql
  /** What its values are bound to. */
  readonly placeOf: (id: string) => string
  /** Deleted within days, and too many to open regularly. */
  readonly isShortLived?: true
  /** Replaces the sealed value, unless it was changed meanwhile. */
  replace(id: string, before: string, after: string): Sql
}

export const HASH_KEY_PLACE = 'hash_key.sealed'

/** A column of a table, bound to its name and the row. */
function sealedColumn(
  name: string,
  table: string,
  column: string,
  { id = 'id', ...other }: Partial<Pick<SealedPlace, 'placeOf' | 'isShortLived'>> & { readonly id?: string } = {},
): SealedPlace {
  const [from, key, sealed] = [identifier(table), identifier(id), identifier(column)]
  return {
    name,
    placeOf: (row) => `${table}.${column} ${row}`,
    values: sql`select ${key}::text as id, ${sealed} as sealed from ${from} where ${sealed} is not null`,
    replace: (row, before, after) =>
      sql`update ${from} set ${sealed} = ${after} where ${key} = ${row} and ${sealed} = ${before}`,
    ...other,
  }
}

/** A key of the whole network, in a table with one row. */
const onlyKey = (name: string, table: string): SealedPlace => ({
  name,
  placeOf: () => `${table}.sealed`,
  values: sql`select ${name}::text as id, sealed from ${identifier(table)}`,
  replace: (_id, before, after) => sql`update ${identifier(table)} set sealed = ${after} where sealed = ${before}`,
})

/** Where a network has moved. In the place that it has left, too. */
export const moveAddresses: SealedPlace = {
  ...sealedColumn('addresses of moves', 'network_move', 'address', { placeOf: addressPlace }),
  values: sql`select id::text, address as sealed from network_move where address is not null and phase <> 'cancelled'`,
}

export const sealedPlaces: readonly SealedPlace[] = [
  onlyKey('hash key', 'hash_key'),
  onlyKey('push key', 'push_key'),
  sealedColumn('signing key', 'signing_key', 'sealed', {
    id: 'public_key',
    placeOf: () => SIGNING_KEY_PLACE,
  }),
  sealedColumn('second factors of operators', 'operator', 'totp_secret'),
  sealedColumn('keys of partners', 'partner_key', 'secret'),
  sealedColumn('webhook secrets', 'partner', 'webhook_secret'),
  // It was sealed as the current secret, then moved.
  sealedColumn('previous webhook secrets', 'partner', 'webhook_old_secret', {
    placeOf: (id) => `partner.webhook_secret ${id}`,
  }),
  sealedColumn('secrets of alert destinations', 'alert_destination', 'secret', { placeOf: destinationPlace }),
  moveAddresses,
  {
    name: 'letters that wait',
    isShortLived: true,
    placeOf: () => MAIL_PLACE,
    values: sql`select id::text, payload ->> 'sealed' as sealed from job where payload ->> 'sealed' is not null`,
    replace: (id, before, after) =>
      sql`update job set payload = jsonb_build_object('sealed', ${after}::text) where id = ${id} and payload ->> 'sealed' = ${before}`,
  },
  sealedColumn('security codes of withdrawals', 'player_transaction', 'sealed_code', { isShortLived: true }),
]

/** Values that no key of the configuration opens, as far as their key ID shows. */
const unknownKeys = ({ knownIds }: Keyring, { name, values }: SealedPlace) => sql`
  select ${name}::text as place, split_part(sealed, '.', 1) as key_id, count(*)::integer as values
  from (${values}) as place
  where position('.' in sealed) > 0 and split_part(sealed, '.', 1) <> all(${[...knownIds]}::text[])
  group by key_id`

export async function countForeign(db: Database, keyring: Keyring) {
  const columns = { place: col.text, key_id: col.text, values: col.int4 }
  const found = []
  for (const place of sealedPlaces) found.push(...(await db.query(unknownKeys(keyring, place), columns)))
  return found
}

const longLivedPlaces = sealedPlaces.filter(({ isShortLived }) => !isShortLived)

/** Opens every sealed value, and stores which ones fail, such as one copied from another row. */
export async function trySeals(db: Database, keyring: Keyring): Promise<void> {
  await db.transaction(async (tx) => {
    const found = []
    for (const place of longLivedPlaces) found.push(...(await unreadableOf(tx, keyring, place, null)))
    await tx.execute(sql`delete from unreadable_seal`)
    for (const { place, id } of found)
      await tx.execute(sql`insert into unreadable_seal (place, row_id) values (${place}, ${id})`)
  })
}

/** The values that failed at the last check of all, and still fail. */
export async function findUnreadable(db: Queryable, keyring: Keyring) {
  const known = await query(db, {
    place: col.text,
    row_id: col.text,
  })`select place, row_id from unreadable_seal order by place, row_id`
  const found = []
  for (const place of longLivedPlaces) {
    const ids = known.flatMap((row) => (row.place === place.name ? [row.row_id] : []))
    if (ids.length > 0) found.push(...(await unreadableOf(db, keyring, place, ids)))
  }
  return found
}

async function unreadableOf(
  db: Queryable,
  keyring: Keyring,
  { name, values, placeOf }: SealedPlace,
  ids: readonly string[] | null,
) {
  const rows = await query(db, { id: col.text, sealed: col.text })`
    select id, sealed from (${values}) as place
    where ${ids}::text[] is null or id = any(${ids}::text[]) order by id`
  return rows.flatMap(({ id, sealed }) =>
    tryToOpen(keyring, sealed, placeOf(id)) === null ? [{ place: name, id }] : [],
  )
}

export function tryToOpen(keyring: Keyring, sealed: string, place: string): string | null {
  try {
    return keyring.open(sealed, place)
  } catch {
    return null
  }
}

/** Old values that are not bound to their row: they open in any row until they are sealed again. */
export async function countUnbound(db: Queryable) {
  const found = []
  for (const { name, values } of sealedPlaces) {
    const { count } = await queryOne(db, {
      count: col.int4,
    })`select count(*)::integer as count from (${values}) as place where right(sealed, ${BOUND.length}) <> ${BOUND}`
    if (count > 0) found.push({ place: name, values: count })
  }
  return found
}

export const sealChecks = (keyring: Keyring): readonly Check[] => [
  {
    rule: 'sealed_has_key',
    violations: sealedPlaces
      .map((place) => unknownKeys(keyring, place))
      .reduce((all, one) => sql`${all} union all ${one}`),
  },
]
