import { randomBytes } from 'node:crypto'
import { col, type Database, only, query, queryOne, sql } from '@cashbox/postgres/database'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log/log.ts'
import { createKeyring, createSeals, type Keyring, UnknownKeyError } from '../platform/secrets/keyring.ts'
import { countForeign, countUnbound, HASH_KEY_BINDING } from '../watch/sealed-columns.ts'
import { ConfigError } from './config.ts'

const HASH_KEY_BYTES = 32

/** The keys of the configuration, with the hash key of this database. The first start makes that one. */
export async function openKeyring(db: Database, { secrets }: Pick<Config, 'secrets'>): Promise<Keyring> {
  const { seal, open } = createSeals(secrets)
  const [kept] = await readHashKey(db)
  if (!kept) {
    const hashKey = (await hasHashes(db)) ? secrets[0].secret : randomBytes(HASH_KEY_BYTES).toString('base64url')
    await db.execute(
      sql`insert into hash_key (sealed) values (${seal(hashKey, HASH_KEY_BINDING)}) on conflict do nothing`,
    )
  }
  const { sealed } = kept ?? only(await readHashKey(db))
  try {
    return createKeyring(secrets, open(sealed, HASH_KEY_BINDING))
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error
    throw new ConfigError([
      `CASHBOX_SECRET lacks a key that is still needed (${error.message}). Add the key again, and run "npm run reseal" before you remove it`,
    ])
  }
}

const readHashKey = (db: Database) => query(db, { sealed: col.text })`select sealed from hash_key`

/** Why the secrets do not open what is sealed in this database; null when they do. Changes nothing. */
export async function findUnreadable(db: Database, secrets: Config['secrets']): Promise<string | null> {
  const [kept] = await readHashKey(db)
  if (!kept) return null
  try {
    const keyring = createKeyring(secrets, createSeals(secrets).open(kept.sealed, HASH_KEY_BINDING))
    const [first] = await countForeign(db, keyring)
    return first ? `${first.values} values of ${first.column}` : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A database from before there was a hash key has hashes that were made with the secret itself. */
const hasHashes = async (db: Database) =>
  (
    await queryOne(db, { has_hashes: col.bool })`
    select exists (select 1 from player_transaction where security_code_hash is not null)
        or exists (select 1 from operator_recovery_code) as has_hashes`
  ).has_hashes

/** Says at start which values can't be opened, before anyone needs them, and which would open in any row. */
export async function warnOfSeals(db: Database, keyring: Keyring, log: Log): Promise<void> {
  for (const { column, key_id, values } of await countForeign(db, keyring)) {
    log.error(
      { column, key: key_id, values },
      'values are sealed with a key that is not in CASHBOX_SECRET: add the key again and run "npm run reseal"',
    )
  }
  for (const { column, values } of await countUnbound(db)) {
    log.warn({ column, values }, 'sealed values are not bound to their row and open in any other: run "npm run reseal"')
  }
}
