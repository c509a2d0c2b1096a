import { col, type Database, problemIn, query, queryOne, sql } from '@cashbox/postgres/database'
import { compareSchema, hasTables, OtherVersionError, ownsTables } from '@cashbox/postgres/migrate'
import { findWrongSchema } from '@cashbox/postgres/network'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { findPrimary } from '@cashbox/postgres/postgres-hosts'
import { findReplicaProblem } from '@cashbox/postgres/read-replica'
import { findUnreadable } from '@cashbox/server/app/open-keyring'
import { readSchema } from '@cashbox/server/app/schema'
import { toSeconds } from '@cashbox/server/platform/clock'
import type { Config } from '@cashbox/server/platform/config'
import { readDatabaseClock } from '@cashbox/server/platform/database-clock'
import { readLastBackup } from '@cashbox/server/watch/read-status'
import { countUnbound } from '@cashbox/server/watch/sealed-columns'
import { Client } from 'pg'
import { namesTwoDatabases, OLDEST_VERSION } from '../database/network.ts'
import { answerOf, type Finding, fine, skipped, wrong } from './finding.ts'

/** More than a round trip takes, and less than what expiry and due times are judged by. */
const CLOCKS_DIFFER_MS = 2_000

const HOUR_S = 60 * 60

/** More than there are connections, so that one of them is used again. */
const STATEMENT_USES = 3

const SET_UP = 'Run "cashbox backup" every day, or set CASHBOX_BACKUP_ALERT_HOURS=0 if something else makes back-ups'

/** Reads only: it creates no table. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { network, databaseUrl, databasePooler, dataDirectory } = config
  if (databaseUrl === null) {
    return [skipped('database', `embedded, in ${dataDirectory}: for trying out only`)]
  }
  const pooler = databasePooler
  const db = connectPostgres({ url: databaseUrl, network, pooler, connections: 2, onError: () => {} })
  try {
    const settings = await answerOf(checkSettings(db))
    if (await namesTwoDatabases(config))
      settings.push(wrong('database', 'DATABASE_OWNER_URL leads to another one', ONE_TODO))
    const limits = databasePooler
      ? [...(await answerOf(checkStatements(db))), ...(await answerOf(checkLimits(db)))]
      : await answerOf(checkPooler(databaseUrl))
    const role = config.mode === 'production' ? await answerOf(checkRole(db)) : []
    const replica = await answerOf(checkReplica(db, config))
    return [...settings, ...limits, ...role, ...replica, ...(await answerOf(checkTables(db, config)))]
  } catch (error) {
    return [
      wrong('database', problemIn(error), 'Check DATABASE_URL, and that PostgreSQL runs and lets this machine in'),
    ]
  } finally {
    await db.close()
  }
}

async function checkSettings(db: Database): Promise<Finding[]> {
  const askedAt = Date.now()
  const is = await queryOne(db, {
    version: col.int4,
    name: col.text,
    fsync: col.text,
    full_page_writes: col.text,
    synchronous_commit: col.text,
    takes_writes: col.bool,
    now: col.timestamptz,
  })`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
           current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit,
           current_setting('transaction_read_only') = 'off' as takes_writes, clock_timestamp() as now`
  const differenceMs = Math.abs(is.now.getTime() - (askedAt + Date.now()) / 2)
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter((name) => is[name] === 'off')
  return [
    is.version >= OLDEST_VERSION * 10_000
      ? fine('database', `PostgreSQL ${is.name}`)
      : wrong('database', `PostgreSQL ${is.name}`, `Use PostgreSQL ${OLDEST_VERSION} or newer`),
    ...(is.takes_writes ? [] : [wrong('database', 'it takes no writes', READ_ONLY_TODO)]),
    off.length === 0
      ? fine('durability', 'what is answered is on disk: fsync, full_page_writes, synchronous_commit')
      : wrong('durability', `${off.join(' and ')} off: a crash loses confirmations`, `Switch ${off.join(' and ')} on`),
    differenceMs <= CLOCKS_DIFFER_MS
      ? fine('clock', `within ${CLOCKS_DIFFER_MS / 1000} s of the database`)
      : wrong(
          'clock',
          `${(differenceMs / 1000).toFixed(1)} s away from the clock of the database`,
          'Let NTP set the clocks of both machines',
        ),
  ]
}

const ONE_TODO = 'Name the same database in DATABASE_URL and DATABASE_OWNER_URL'

const READ_ONLY_TODO =
  'Let DATABASE_URL lead to the primary, and its role write: see default_transaction_read_only of role and database'

const REPLICA_PROBLEMS: Readonly<Record<'away' | 'behind' | 'foreign', readonly [says: string, todo: string]>> = {
  away: ['it does not answer', 'Check DATABASE_REPLICA_URL, and that PostgreSQL runs there and lets this machine in'],
  behind: ['it is behind the primary, which is read meanwhile', 'Find out what delays the replication'],
  foreign: [
    'it is no replica of this database: the primary itself, one of another database, or one from before a restore',
    'Let DATABASE_REPLICA_URL lead to a streaming replica of DATABASE_URL',
  ],
}

async function checkReplica(db: Database, config: Config): Promise<Finding[]> {
  if (config.databaseReplicaUrl === null) return []
  const problem = await findReplicaProblem(db, config)
  return [
    problem === null ? fine('replica', 'it has what the primary has') : wrong('replica', ...REPLICA_PROBLEMS[problem]),
  ]
}

/** Behind a pooler single statements have the limits of the role: the program can't set them for a session. */
async function checkLimits(db: Database): Promise<Finding[]> {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const rows = await query(db, {
    name: col.text,
  })`select name from unnest(${names}::text[]) as name where current_setting(name) = '0'`
  const without = rows.map(({ name }) => name).join(', ')
  return [
    rows.length === 0
      ? fine('limits', 'the role has limits for statements and locks')
      : wrong(
          'limits',
          `the role has no ${without}`,
          'Set them with "alter role": see PgBouncer in docs/operations/growing.md',
        ),
  ]
}

/** A pooler that does not know named statements forgets one between two uses. */
async function checkStatements(db: Database): Promise<Finding[]> {
  try {
    for (let use = 0; use < STATEMENT_USES; use++) await db.execute(sql`select 1`)
    return []
  } catch (error) {
    if ((error as { code?: unknown }).code !== '26000') throw error
    const todo = 'Set max_prepared_statements of PgBouncer, or DATABASE_POOLER_STATEMENTS=unnamed'
    return [wrong('pooler', 'it forgets named statements', todo)]
  }
}

/** A pooler names another process than the one that answers. */
async function checkPooler(url: string): Promise<Finding[]> {
  const client = new Client({ connectionString: await findPrimary(url), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (rows[0]?.pid === (client as unknown as { processID: number }).processID) return []
    const todo = 'Set DATABASE_LISTEN_URL to PostgreSQL itself: see PgBouncer in docs/operations/growing.md'
    return [wrong('database', 'DATABASE_URL leads through a pooler', todo)]
  } finally {
    await client.end()
  }
}

async function checkRole(db: Database): Promise<Finding[]> {
  const { name, is_superuser } = await queryOne(db, {
    name: col.text,
    is_superuser: col.bool,
  })`select current_user::text as name, rolsuper as is_superuser from pg_roles where rolname = current_user`
  return [
    is_superuser
      ? wrong(
          'role',
          `${name} is a superuser: a flaw in the program could change anything`,
          'Use two roles: see docs/operations/configuring.md',
        )
      : fine('role', `${name} is no superuser`),
  ]
}

async function checkTables(db: Database, config: Config): Promise<Finding[]> {
  const other = await findWrongSchema(db, config.network)
  if (other !== null) {
    const says = `statements use the schema ${other} instead of ${config.network}`
    return [wrong('tables', says, 'Run "cashbox migrate" with DATABASE_OWNER_URL: it sets search_path of the role')]
  }
  const schema = await readSchema()
  const found = (await hasTables(db))
    ? await compareSchema(db, schema).catch((error: unknown) => {
        if (error instanceof OtherVersionError) return error
        throw error
      })
    : { lacking: schema, gone: [] }
  if (found instanceof Error) return [wrong('tables', found.message, 'Use that version, or restore a back-up')]
  const behind = found.lacking.length + found.gone.length
  if (behind > 0) {
    const says = `${behind} files of tables and functions are not applied`
    return (await ownsTables(db, config.network))
      ? [fine('tables', `${says}: the next start applies them`)]
      : [wrong('tables', says, 'Run "cashbox migrate" with DATABASE_OWNER_URL')]
  }
  return [
    fine('tables', 'up to date'),
    ...(await checkMode(db, config)),
    ...(await checkSecrets(db, config)),
    ...(await checkWorker(db)),
    await checkBackups(db, config.backup.alertAfterS),
  ]
}

async function checkMode(db: Database, { mode }: Config): Promise<Finding[]> {
  const [made] = await query(db, { mode: col.text })`select mode from installation`
  if (!made || made.mode === mode) return []
  return [wrong('mode', `CASHBOX_MODE is ${mode}, and this database was made for ${made.mode}`, 'Use another database')]
}

async function checkSecrets(db: Database, { secrets }: Config): Promise<Finding[]> {
  const foreign = await findUnreadable(db, secrets)
  if (foreign !== null) {
    return [
      wrong(
        'secrets',
        `CASHBOX_SECRET does not open what is sealed here: ${foreign}`,
        'Use the secret that this database was made with',
      ),
    ]
  }
  const unbound = (await countUnbound(db)).reduce((sum, { values }) => sum + values, 0)
  return [
    unbound === 0
      ? fine('secrets', 'all sealed values can be opened and are bound to their row')
      : wrong('secrets', `${unbound} sealed values are not bound to their row`, 'Run "cashbox reseal"'),
  ]
}

/** Of a job that runs every ten seconds, with room for a restart. */
const WORKER_SILENT_S = 120

async function checkWorker(db: Database): Promise<Finding[]> {
  const [job] = await query(db, { late_s: col.float8 })`
    select extract(epoch from clock_timestamp() - next_run_at)::float8 as late_s from schedule
    where name = 'close expired transactions'`
  if (job && job.late_s < WORKER_SILENT_S) return [fine('worker', 'at work')]
  const says = job ? `none has run for ${Math.round(job.late_s / 60)} minutes` : 'none has ever run'
  return [
    wrong(
      'worker',
      says,
      'Start "cashbox work" on one machine at least: without it nothing expires and no mail is sent',
    ),
  ]
}

async function checkBackups(db: Database, alertAfterS: number | null): Promise<Finding> {
  const last = await readLastBackup({ db })
  if (last === null) {
    const says = 'none was made by "cashbox backup"'
    return alertAfterS === null ? skipped('back-up', says) : wrong('back-up', says, SET_UP)
  }
  const ageS = Math.max(0, toSeconds((await readDatabaseClock(db)).now()) - last.made_at)
  const says = `the last one is ${Math.floor(ageS / HOUR_S)} hours old, ${last.is_checked ? 'and was restored to check it' : 'and was not restored, or its check failed'}`
  if (alertAfterS !== null && ageS > alertAfterS) return wrong('back-up', says, SET_UP)
  return last.is_checked ? fine('back-up', says) : wrong('back-up', says, 'Run "cashbox backup" and read what it says')
}
