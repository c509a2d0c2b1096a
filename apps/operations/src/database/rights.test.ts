import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { col, sql } from '@cashbox/postgres/database'
import { housekeeping } from '@cashbox/server/app/work'
import { SERVER_ROLE, TEST_SECRET } from '@cashbox/testing/postgres/template'
import { runCommand } from '@cashbox/testing/server-process'
import { openTestDatabase, openWorld } from '@cashbox/testing/world'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { resealCommand } from './database-commands.ts'

/** All other server tests run the server as this role too, on PostgreSQL. */
describe('the role that serves and works', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  test.each([
    'drop table movement',
    'truncate movement',
    'create table other (id integer)',
    'alter table audit_entry disable trigger audit_entry_append_only',
    'create or replace function money_text(bigint) returns text language sql as $$ select $$',
    'set session_replication_role = replica',
    'update movement set amount = amount + 1',
    'delete from movement',
    'update confirmation set amount = 1',
    "update audit_entry set actor = 'another'",
    'delete from audit_entry',
    'drop table webhook_attempt_old',
    'delete from topup',
    'delete from approval_request',
    'delete from agent',
    'update schema_file set checksum = name',
  ])('can not %s', async (statement) => {
    const failure = database.ofServer.transaction((tx) => tx.script(statement))
    await expect(failure).rejects.toThrow(/permission denied|must be owner/)
  })

  test('has no right to change or empty what is only added to, whichever table that is', async () => {
    const wrong = await database.db.query(
      sql`
        select relname::text as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace
          and (has_table_privilege(${SERVER_ROLE}, oid, 'truncate, references, trigger')
            or has_table_privilege(${SERVER_ROLE}, oid, 'update, delete') and exists (
              select 1 from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'refuse_change'::regproc
                and tgqual is null and tgtype & 16 > 0)
            or has_table_privilege(${SERVER_ROLE}, oid, 'delete') and exists (
              select 1 from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'refuse_change'::regproc
                and tgqual is null and tgtype & 8 > 0))`,
      { name: col.text },
    )
    expect(wrong).toEqual([])
  })

  test('does all recurring work, and seals anew', async () => {
    const world = await openWorld({ isPublic: true })
    onTestFinished(() => world.close())
    const { config, ofServer: db } = world
    for (const { run } of housekeeping(world.services)) await run()
    await resealCommand(db, config, [], () => {})
    expect(await world.verify(db)).toEqual([])
  })

  test('starts on tables that are up to date, and says what to do where they are not', async () => {
    const { db, url, ownerUrl } = database
    const env = { CASHBOX_MODE: 'sandbox', CASHBOX_SECRET: TEST_SECRET, DATABASE_URL: url ?? '' }
    await db.execute(sql`update schema_file set checksum = 'old' where name = 'fee_of.sql'`)
    const early = await runCommand('verify', env)
    expect([early.code, early.output]).toEqual([1, expect.stringMatching(/not applied: fee_of\.sql.*npm run migrate/)])
    await db.transaction((tx) => tx.script(`revoke insert on movement from ${SERVER_ROLE}`))
    const migrated = await runCommand('migrate', { ...env, DATABASE_OWNER_URL: ownerUrl })
    expect([migrated.code, migrated.output]).toEqual([0, expect.stringContaining('Applied fee_of.sql.')])
    expect((await runCommand('verify', env)).code).toBe(0)
  })

  test('verifies a database that takes no writes, and says so in one line where it has to write', async () => {
    const env = { CASHBOX_MODE: 'sandbox', CASHBOX_SECRET: TEST_SECRET }
    const options = '?options=-c%20default_transaction_read_only%3Don'
    const [DATABASE_URL, DATABASE_OWNER_URL] = [database.url + options, database.ownerUrl + options]
    expect((await runCommand('verify', { ...env, DATABASE_URL: database.url })).code).toBe(0)
    const { code, output } = await runCommand('verify', { ...env, DATABASE_URL })
    expect([code, output]).toEqual([0, expect.stringContaining('read-only')])
    expect(output).not.toMatch(/FAILED|\.[jt]s:\d+/)
    await database.db.execute(sql`update schema_file set checksum = 'old' where name = 'fee_of.sql'`)
    const migrated = await runCommand('migrate', { ...env, DATABASE_URL, DATABASE_OWNER_URL })
    expect([migrated.code, migrated.output]).toEqual([1, expect.stringMatching(/^[^\n]+read-only[^\n]+\n$/)])
    await runCommand('migrate', { ...env, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl })
  })

  test('is another one than the owner, or migrate says so', async () => {
    const { ownerUrl } = database
    const env = { CASHBOX_MODE: 'sandbox', CASHBOX_SECRET: TEST_SECRET, DATABASE_URL: ownerUrl }
    const { code, output } = await runCommand('migrate', { ...env, DATABASE_OWNER_URL: ownerUrl })
    expect([code, output]).toEqual([2, expect.stringContaining('DATABASE_URL, of another')])
  })

  test('and its owner work on one database, or no command touches either', async () => {
    const other = await openTestDatabase()
    onTestFinished(() => other.close())
    const env = { CASHBOX_MODE: 'sandbox', CASHBOX_SECRET: TEST_SECRET, DATABASE_URL: database.url }
    const recipient = await identityToRecipient(await generateX25519Identity())
    const folder = { CASHBOX_BACKUP_FOLDER: join(tmpdir(), 'no-backup'), CASHBOX_BACKUP_RECIPIENT: recipient }
    await other.db.execute(sql`update schema_file set checksum = 'old' where name = 'fee_of.sql'`)
    for (const command of ['migrate', 'backup']) {
      const { code, output } = await runCommand(command, { ...env, ...folder, DATABASE_OWNER_URL: other.ownerUrl })
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_OWNER_URL and DATABASE_URL .* two databases.*\.\s*$/),
      ])
    }
  })
})
