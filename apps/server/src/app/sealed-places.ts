import { int4, text } from '../platform/db/columns.ts'
import type { Database } from '../platform/db/database.ts'
import { type Sql, sql } from '../platform/db/sql.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Check } from '../platform/verify.ts'

/** A column of sealed values. */
export interface SealedPlace {
  readonly name: string
  /** Rows of `id` and `sealed`, both text. */
  readonly values: Sql
  /** Puts another seal in place of this one, unless a server has changed the value meanwhile. */
  replace(id: string, before: string, after: string): Sql
}

export const sealedPlaces: readonly SealedPlace[] = [
  {
    name: 'hash key',
    values: sql`select 'hash key' as id, sealed from hash_key`,
    replace: (_id, before, after) => sql`update hash_key set sealed = ${after} where sealed = ${before}`,
  },
  {
    name: 'second factors of operators',
    values: sql`select id::text, totp_secret as sealed from operator where totp_secret is not null`,
    replace: (id, before, after) =>
      sql`update operator set totp_secret = ${after} where id = ${id} and totp_secret = ${before}`,
  },
  {
    name: 'keys of partners',
    values: sql`select id, secret as sealed from partner_key`,
    replace: (id, before, after) =>
      sql`update partner_key set secret = ${after} where id = ${id} and secret = ${before}`,
  },
  {
    name: 'webhook secrets',
    values: sql`select id::text, webhook_secret as sealed from player_service where webhook_secret is not null`,
    replace: (id, before, after) =>
      sql`update player_service set webhook_secret = ${after} where id = ${id} and webhook_secret = ${before}`,
  },
  {
    name: 'previous webhook secrets',
    values: sql`select id::text, webhook_old_secret as sealed from player_service where webhook_old_secret is not null`,
    replace: (id, before, after) =>
      sql`update player_service set webhook_old_secret = ${after} where id = ${id} and webhook_old_secret = ${before}`,
  },
  {
    name: 'letters that wait',
    values: sql`select id::text, payload ->> 'sealed' as sealed from job where payload ->> 'sealed' is not null`,
    replace: (id, before, after) =>
      sql`update job set payload = jsonb_build_object('sealed', ${after}::text) where id = ${id} and payload ->> 'sealed' = ${before}`,
  },
  {
    name: 'security codes of withdrawals',
    values: sql`select id::text, sealed_code as sealed from player_transaction where sealed_code is not null`,
    replace: (id, before, after) =>
      sql`update player_transaction set sealed_code = ${after} where id = ${id} and sealed_code = ${before}`,
  },
]

/** Values that no key of the configuration opens, as far as their key ID shows. */
const foreign = ({ knownIds }: Keyring, { name, values }: SealedPlace) => sql`
  select ${name}::text as place, split_part(sealed, '.', 1) as key_id, count(*)::integer as values
  from (${values}) as place
  where position('.' in sealed) > 0 and split_part(sealed, '.', 1) <> all(${[...knownIds]}::text[])
  group by key_id`

export async function countForeign(db: Database, keyring: Keyring) {
  const columns = { place: text, key_id: text, values: int4 }
  const found = []
  for (const place of sealedPlaces) found.push(...(await db.query(foreign(keyring, place), columns)))
  return found
}

export const sealChecks = (keyring: Keyring): readonly Check[] => [
  {
    rule: 'every sealed value has a key in CASHBOX_SECRET',
    violations: sealedPlaces.map((place) => foreign(keyring, place)).reduce((all, one) => sql`${all} union all ${one}`),
  },
]
