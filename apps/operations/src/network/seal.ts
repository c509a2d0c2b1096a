import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '@cashbox/postgres/database'
import { UsageError } from '../command-line/help.ts'
import { listTables, type NetworkDatabase, quote } from './network-database.ts'

const TRIGGER = 'sealed'
/** Shorter than PostgreSQL waits before it looks for deadlocks, so that the seal gives way and no payment fails. */
const LOCK_TIMEOUT = '500ms'
const ATTEMPTS = 40
const PAUSE_MS = 50

/** One transaction, again when a table stays locked for too long. Ends between two attempts when it is interrupted. */
export async function whenUnlocked(database: NetworkDatabase, script: string, interrupted?: Promise<never>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.script(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'; ${script}; commit`)
      return
    } catch (error) {
      await database.script('rollback')
      if (!['55P03', '40P01'].includes(codeOf(error))) throw error
      if (attempt === ATTEMPTS)
        throw new UsageError(`Other sessions keep tables of ${database.network} locked: end them.`)
      const pause = sleep(PAUSE_MS + Math.random() * PAUSE_MS)
      await (interrupted ? Promise.race([pause, interrupted]) : pause)
    }
  }
}

/**
 * From its end on no one can write in the network, the owner of the tables neither: everything that is written later is
 * refused, and everything before it is committed or rolled back. Returns at once where it is sealed already.
 */
export async function seal(database: NetworkDatabase, interrupted?: Promise<never>): Promise<void> {
  const names = await listTables(database)
  const sealed = await sealedTables(database)
  const open = names.map(({ name }) => quote(name)).filter((name) => !sealed.has(name))
  if (open.length === 0) return
  const triggers = open.map(
    (name) =>
      `create trigger ${TRIGGER} before insert or update or delete or truncate on ${name} for each statement execute function refuse_sealed()`,
  )
  const script = `lock table ${open.join(', ')} in share row exclusive mode; ${triggers.join('; ')}`
  await whenUnlocked(database, script, interrupted)
}

export const unsealScript = async (database: NetworkDatabase) =>
  [...(await sealedTables(database))].map((name) => `drop trigger ${TRIGGER} on ${name}`).join('; ')

export async function unseal(database: NetworkDatabase): Promise<void> {
  const script = await unsealScript(database)
  if (script !== '') await whenUnlocked(database, script)
}

async function sealedTables(database: NetworkDatabase): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    `select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where tgname = $1 and relnamespace = current_schema()::regnamespace`,
    [TRIGGER],
  )
  return new Set(rows.map(({ name }) => quote(name)))
}
