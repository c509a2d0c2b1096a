import { closing, col, type Database, query } from '@cashbox/postgres/database'
import { keepSearchPath } from '@cashbox/postgres/network'
import { connectForCommand } from '@cashbox/postgres/postgres'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { grantRights, migrate } from '@cashbox/server/app/schema'
import type { Config } from '@cashbox/server/platform/config'
import { BOUND, type Keyring } from '@cashbox/server/platform/secrets/keyring'
import { moveAddresses, type SealedColumn, sealedColumns, tryToOpen } from '@cashbox/server/watch/sealed-columns'
import { NotUnderstood, type Print, UsageError } from '../command-line/help.ts'
import { onNetwork, refuseTwoDatabases, roleOf } from './network.ts'

const BATCH = 500

/** Creates the tables and updates the functions as their owner, and gives the role that serves and works its rights. */
export async function migrateCommand(config: Config, print: Print) {
  const { network, databaseUrl, databaseOwnerUrl, databasePooler } = config
  if (databaseUrl === null || databaseOwnerUrl === null) throw new NotUnderstood('migrate')
  const [role, owner] = [roleOf(databaseUrl), roleOf(databaseOwnerUrl)]
  if (role === '' || role === owner) throw new NotUnderstood('migrate')
  await refuseTwoDatabases(config)
  await closing(connectForCommand(databaseOwnerUrl, network), async (db) => {
    const applied = await migrate(db.withLongTimeouts())
    await db.transaction((tx) => grantRights(tx, role))
    if (databasePooler) {
      const own = connectForCommand(databasePooler.listenUrl, network)
      await closing(own, () => own.transaction(keepSearchPath))
    }
    print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The tables are up to date.')
    print(`The role ${role} has its rights.`)
  })
}

/**
 * Seals everything with the first key, bound to its row. May run beside the servers and be stopped at any time: each value is replaced by
 * itself, and the next run goes on with what is left.
 */
export async function resealCommand(
  db: Database,
  config: Pick<Config, 'secrets'>,
  _args: readonly string[],
  print: Print,
): Promise<void> {
  const keyring = await openKeyring(db, config)
  print(`All values get the key ${keyring.sealingId}.`)
  let left = 0
  for (const column of sealedColumns) {
    const { resealed, lost } = await resealColumn(db, keyring, column)
    left += lost
    print(`${column.name}: ${resealed} sealed again, ${lost} left`)
  }
  if (left > 0)
    throw new UsageError(`${left} values have a key that is not in CASHBOX_SECRET. Add it and run this again.`)
  const others = config.secrets.slice(1).map(({ id }) => id)
  print(
    others.length === 0
      ? 'Nothing is left.'
      : `Nothing is left. When every server seals with ${keyring.sealingId}, run this once more; then remove ${others.join(', ')} from CASHBOX_SECRET.`,
  )
}

/**
 * The same, and before that the address in the database that the settings name: a network that has moved is opened in its new
 * database, and processes that start with the old address still need it.
 */
export async function resealEverywhere(
  db: Database,
  config: Config,
  args: readonly string[],
  print: Print,
): Promise<void> {
  const keyring = await openKeyring(db, config)
  const { resealed, lost } = await onNetwork(config, config.network, (left) =>
    resealColumn(left, keyring, moveAddresses),
  )
  if (resealed + lost > 0) print(`${moveAddresses.name} in DATABASE_URL: ${resealed} sealed again, ${lost} left`)
  await resealCommand(db, config, args, print)
  if (lost > 0) throw new UsageError('The address in DATABASE_URL has a key that is not in CASHBOX_SECRET.')
}

async function resealColumn(db: Database, keyring: Keyring, column: SealedColumn) {
  let resealed = 0
  let lost = 0
  let last = ''
  for (;;) {
    const batch = await query(db, { id: col.text, sealed: col.text })`
      select id, sealed from (${column.values}) as value
      where (split_part(sealed, '.', 1) <> ${keyring.sealingId} or right(sealed, 2) <> ${BOUND}) and id > ${last} order by id limit ${BATCH}`
    for (const { id, sealed } of batch) {
      const opened = tryToOpen(keyring, sealed, column.bindingOf(id))
      if (opened === null) lost += 1
      else resealed += await db.execute(column.replace(id, sealed, keyring.seal(opened, column.bindingOf(id))))
    }
    last = batch.at(-1)?.id ?? ''
    if (batch.length < BATCH) return { resealed, lost }
  }
}
