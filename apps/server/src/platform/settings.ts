import { Settings } from '@cashbox/contract'
import type { Database, Queryable } from './db/database.ts'
import { sql } from './db/sql.ts'

const defaults: Settings = {
  is_off_maintenance: true,
  telegram_link: null,
  partner_name: 'Cashbox',
  brand_color: '#0b6b63',
  currentTimezone: 'UTC',
}

/** What the operator has set, over the defaults. */
export async function readSettings(db: Queryable): Promise<Settings> {
  const rows = await db.query<{ key: string; value: unknown }>(sql`select key, value from setting`)
  return Settings.parse({ ...defaults, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) })
}

type Changes = { readonly [Key in keyof Settings]?: Settings[Key] | undefined }

/** All of them change together, or none. */
export async function changeSettings(db: Database, changes: Changes): Promise<Settings> {
  return db.transaction(async (tx) => {
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) continue
      await tx.query(sql`
        insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value`)
    }
    return readSettings(tx)
  })
}
