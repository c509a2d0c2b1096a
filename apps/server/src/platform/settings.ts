import { Settings } from '@cashbox/contract'
import { defaultBrandColor } from '@cashbox/contract/app-page'
import { col, type Database, type Queryable, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import * as z from 'zod/mini'

const defaults: Settings = {
  is_off_maintenance: true,
  is_demo_offered: true,
  telegram_link: null,
  partner_name: 'Cashbox',
  brand_color: defaultBrandColor,
  currentTimezone: 'UTC',
}

export async function readSettings(db: Queryable): Promise<Settings> {
  const rows = await query(db, { key: col.text, value: col.json(z.unknown()) })`select key, value from setting`
  return Settings.parse({ ...defaults, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) })
}

export interface VersionedSettings {
  readonly settings: Settings
  /** Incremented by each change, so that no one overwrites a change they have not seen. */
  readonly version: number
}

export async function readVersionedSettings(db: Queryable): Promise<VersionedSettings> {
  const { version } = await queryOne(db, { version: col.int4 })`select version from setting_version`
  return { settings: await readSettings(db), version }
}

export async function lockSettings(tx: Tx): Promise<VersionedSettings> {
  await tx.execute(sql`select 1 from setting_version for update`)
  return readVersionedSettings(tx)
}

/** The settings as they stay until the transaction ends. */
export async function holdSettings(tx: Tx): Promise<Settings> {
  await tx.execute(sql`select 1 from setting_version for share`)
  return readSettings(tx)
}

export type SettingChanges = { readonly [Key in keyof Settings]?: Settings[Key] | undefined }

export async function writeSettings(tx: Tx, changes: SettingChanges): Promise<VersionedSettings> {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) continue
    await tx.execute(sql`
      insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`)
  }
  await tx.execute(sql`update setting_version set version = version + 1`)
  return readVersionedSettings(tx)
}

export const changeSettings = (db: Database, changes: SettingChanges): Promise<Settings> =>
  db.transaction(async (tx) => (await writeSettings(tx, changes)).settings)
