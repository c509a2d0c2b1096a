import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { closing, col, only, queryOne, sql } from '@cashbox/postgres/database'
import { ownsTables, revokeFromPublic } from '@cashbox/postgres/migrate'
import { connectForCommand } from '@cashbox/postgres/postgres'
import { dumpPostgres, requireProgram, restorePostgres } from '@cashbox/postgres/postgres-programs'
import type { Config } from '@cashbox/server/platform/config'
import { Client } from 'pg'
import { UsageError } from '../command-line/help.ts'
import { findSessionUrl } from '../database/network.ts'
import { type BackupSource, countRows, noteBackup } from './backup-source.ts'

const NEEDS_OWNER =
  'The role of DATABASE_URL does not own the tables, and may not copy all of them. Set DATABASE_OWNER_URL to the role that does.'
const NEEDS_CREATEDB =
  'The role may not create the database that the back-up is checked in. Let it ("alter role … createdb"), set CASHBOX_BACKUP_CHECK_URL to one that may, best on another machine, or say --unchecked.'

const selectVersion = sql`select current_setting('server_version_num')::integer as version`

export async function openPostgresSource(config: Config): Promise<BackupSource> {
  const url = (await findSessionUrl(config)) ?? ''
  const { network } = config
  const programs = config.backup.programs
  const db = connectForCommand(url, network)
  return {
    kind: 'dump',
    async refuseWithoutRights({ isUnchecked }) {
      if (!(await ownsTables(db, network))) throw new UsageError(NEEDS_OWNER)
      if (isUnchecked) return
      const maintenance = connectForCommand(config.backup.checkUrl ?? url, network)
      const { may_create } = await closing(
        maintenance,
        (checking) => queryOne(checking, { may_create: col.bool })`
        select rolcreatedb or rolsuper as may_create from pg_roles where rolname = current_user`,
      )
      if (!may_create) throw new UsageError(NEEDS_CREATEDB)
    },
    copy: (work) =>
      db.withLongTimeouts().transaction(async (tx) => {
        await tx.script(
          'set transaction isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0',
        )
        await requireProgram('pg_dump', programs, only(await tx.query(selectVersion, { version: col.int4 })).version)
        const { snapshot, now } = await queryOne(tx, {
          snapshot: col.text,
          now: col.timestamptz,
        })`select pg_export_snapshot() as snapshot, clock_timestamp() as now`
        return work({
          madeAt: now,
          rows: await countRows(tx),
          parts: dumpPostgres(url, { network, snapshot }, programs),
        })
      }),
    async inScratch(parts, work) {
      const maintenance = config.backup.checkUrl ?? url
      const name = scratchName(`${config.backup.folder} ${network}`)
      const scratch = new URL(maintenance)
      scratch.pathname = `/${name}`
      const drop = `drop database if exists ${name} with (force)`
      await asAdmin(maintenance, [drop, `create database ${name} template template0`])
      try {
        await load(scratch.href, config, parts)
        return await closing(connectForCommand(scratch.href, network), work)
      } finally {
        await asAdmin(maintenance, [drop])
      }
    },
    note: (note) => noteBackup(db, note),
    close: () => db.close(),
  }
}

/** Refuses a network that is there already, because a restore would mix two. */
export async function openPostgresTarget(config: Config) {
  const url = await findSessionUrl(config)
  if (url === null) throw new UsageError('This is a back-up of a PostgreSQL. Set DATABASE_URL to an empty one.')
  const { network } = config
  const isThere = await closing(connectForCommand(url, network), (db) =>
    db.execute(sql`select 1 from pg_namespace where nspname = ${network}`),
  )
  const { host, pathname } = new URL(url)
  const name = `the schema ${network} of the database ${pathname.slice(1)} on ${host}`
  if (isThere > 0) {
    throw new UsageError(`Restoring refused: ${name} exists. Create a new database and set DATABASE_URL to it.`)
  }
  return { name, load: (parts: AsyncIterable<Uint8Array>) => load(url, config, parts) }
}

/** Creates the schema with everything in it, in one transaction. */
async function load(url: string, { network, backup }: Config, parts: AsyncIterable<Uint8Array>) {
  const versions = await closing(connectForCommand(url, network), (db) =>
    db.query(selectVersion, { version: col.int4 }),
  )
  await requireProgram('pg_restore', backup.programs, only(versions).version)
  await restorePostgres(url, parts, backup.programs)
  // Rights are not restored, since they name roles. A function that runs as the owner must not be for everyone meanwhile.
  await closing(connectForCommand(url, network), (db) => db.transaction((tx) => tx.script(revokeFromPublic)))
}

/** The same each time, so that what a killed process left behind is removed by the next. No other machine has it. */
const scratchName = (folder: string) =>
  `cashbox_check_${createHash('sha256').update(`${hostname()} ${folder}`).digest('hex').slice(0, 12)}`

async function asAdmin(url: string, statements: readonly string[]) {
  const admin = new Client({ connectionString: url })
  admin.on('error', () => {})
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}
