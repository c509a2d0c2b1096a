import { setTimeout as sleep } from 'node:timers/promises'
import { closing, problemIn } from '@cashbox/postgres/database'
import { sessionsOf } from '@cashbox/postgres/network'
import { connectForCommand } from '@cashbox/postgres/postgres'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { grantRights, migrate } from '@cashbox/server/app/schema'
import type { Config } from '@cashbox/server/platform/config'
import { renderRule, verifyDatabase } from '@cashbox/server/verify/verify-database'
import { UsageError } from '../command-line/help.ts'
import { roleOf } from '../database/network.ts'
import { openComparison } from './compare-tables.ts'
import { listTables, literal, type NetworkDatabase, quote, readOne } from './network-database.ts'
import {
  copySequences,
  dropPublication,
  dropSubscription,
  enableReplication,
  hasSlot,
  hasSubscription,
  readProgress,
  replicationName,
  startReplication,
  waitUntilApplied,
} from './replicate.ts'
import { seal, unseal, unsealScript, whenUnlocked } from './seal.ts'

/** Written in the source before the work of a phase begins. The work of each can be done again. */
export type Phase = 'preparing' | 'copying' | 'stopping' | 'switched' | 'finished' | 'cancelled'

export interface MoveRow {
  readonly id: string
  readonly phase: Phase
  readonly address: string
  readonly set_aside: string | null
  readonly copy_slots: string | null
}

export interface Move {
  readonly id: string
  readonly network: string
  readonly source: NetworkDatabase
  readonly target: NetworkDatabase
  readonly server: string
  readonly from: string
  readonly stopS: number
  readonly config: Config
  readonly say: (line: string) => void
  /** Rejects when the command is to end. */
  readonly interrupted: Promise<never>
}

type Comparison = Awaited<ReturnType<typeof openComparison>>

const enter = ({ source, id }: Move, phase: Phase) =>
  source.query('update network_move set phase = $2 where id = $1', [id, phase])

/** Marks a copy that has never served, so that it can be told from a network. */
export const markOf = (id: string) => `cashbox: unfinished copy of move ${id}`

export const readMark = (database: NetworkDatabase) =>
  readOne<string | null | undefined>(
    database,
    `select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = $1`,
    [database.network],
  )

/** An empty copy of the network, sealed, and the replication that fills it. What an interrupted attempt has left is removed. */
export async function prepareCopy(move: Move): Promise<void> {
  const { id, network, source, target, say } = move
  const name = replicationName(network, id)
  say('preparing the copy')
  await dropSubscription(target, name)
  await dropPublication(source, name, null)
  if ((await readMark(target)) === markOf(id)) await target.script(`drop schema ${quote(network)} cascade`)
  await setAside(move)
  await target.script(
    `begin; create schema ${quote(network)}; comment on schema ${quote(network)} is ${literal(markOf(id))}; commit`,
  )
  await createTables(move)
  const copySlots = await startReplication(source, target, name, move.from)
  await source.query(`update network_move set phase = 'copying', copy_slots = $2 where id = $1`, [id, copySlots])
}

/** A copy of the network that moved away from there earlier keeps its rows under another name. */
async function setAside({ id, network, source, target, say }: Move) {
  const isThere = await readOne<boolean>(target, 'select to_regnamespace($1) is not null', [quote(network)])
  if (!isThere) return
  const name = await readOne<string>(
    source,
    `update network_move set set_aside = coalesce(set_aside, $2 || to_char(started_at at time zone 'UTC', '_"sealed"_YYYYMMDDHH24MISS'))
     where id = $1 returning set_aside`,
    [id, network],
  )
  await target.script(`alter schema ${quote(network)} rename to ${quote(name)}`)
  say(`the copy that moved away earlier is now in the schema ${name}`)
}

async function createTables({ network, source, target, server }: Move) {
  await closing(connectForCommand(target.url, network), async (db) => {
    await migrate(db.withLongTimeouts())
    await copyPartitions(source, target)
    await emptyTables(target)
    const role = roleOf(server)
    if (role !== roleOf(target.url)) await db.transaction((tx) => grantRights(tx, role))
    await seal(target)
  })
}

/** Rows that every network begins with come with the others. */
async function emptyTables(target: NetworkDatabase) {
  // Tables refer to earlier ones.
  for (const { name } of (await listTables(target)).toReversed()) {
    const table = quote(name)
    if ((await target.query(`select from ${table} limit 1`)).length === 0) continue
    await target.script(
      `begin; alter table ${table} disable trigger user; delete from ${table}; alter table ${table} enable trigger user; commit`,
    )
  }
}

/** Months that workers have made since the network was created. */
async function copyPartitions(source: NetworkDatabase, target: NetworkDatabase) {
  const read = (database: NetworkDatabase) =>
    database.query<{ name: string; parent: string; bound: string }>(
      `select part.relname as name, parent.relname as parent, pg_get_expr(part.relpartbound, part.oid) as bound
       from pg_inherits join pg_class as part on part.oid = inhrelid join pg_class as parent on parent.oid = inhparent
       where part.relispartition and part.relkind = 'r' and part.relnamespace = current_schema()::regnamespace`,
    )
  const [wanted, made] = [await read(source), await read(target)]
  const drops = made.map(({ name }) => `drop table ${quote(name)}`)
  const creates = wanted.map(
    ({ name, parent, bound }) => `create table ${quote(name)} partition of ${quote(parent)} ${bound}`,
  )
  await target.script(['begin', ...drops, ...creates, 'commit'].join('; '))
}

const SAY_EVERY_MS = 5_000
const POLL_MS = 200
/** The stop begins when the target is this near. */
const NEAR_BYTES = 1_000_000
const MOST_ERRORS = 5
/** A comparison that is this fast can be made while the network stands still. */
const SHORT_MS = 1_500
const MOST_PASSES = 5

/** Until the copy has nearly everything, keeps the rules of verify, and what does not change any more was compared. */
export async function copyNetwork(move: Move): Promise<Comparison> {
  const { id, network, source, target, config, say } = move
  const name = replicationName(network, id)
  if (!(await hasSlot(source, name)) || !(await hasSubscription(target, name))) {
    throw new UsageError(
      'The replication is gone, such as after a failover of the old database: cancel this move and start again.',
    )
  }
  await enableReplication(target, name)
  say('copying')
  await catchUp(move, name)
  // Until its own autovacuum has been there, the copy would read whole tables for a row.
  say('analysing the copy')
  await target.script(`analyze ${(await listTables(target)).map((table) => quote(table.name)).join(', ')}`)
  say('checking the rules of verify in the copy')
  const findings = await closing(connectForCommand(target.url, network), async (db) =>
    verifyDatabase(db.withLongTimeouts(), await openKeyring(db, config)),
  )
  const broken = findings.filter(({ violations }) => violations > 0)
  if (broken.length > 0) {
    throw new UsageError(`Rules of verify are broken: ${broken.map(({ rule }) => renderRule(rule)).join('; ')}`)
  }
  say('comparing every row')
  const comparison = await openComparison(source, target, name)
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    const started = performance.now()
    const { tables, rows, different } = await comparison.pass()
    say(`compared ${tables} tables, ${rows} rows; ${different.length} still change`)
    if (performance.now() - started < SHORT_MS) break
  }
  return comparison
}

async function catchUp({ source, target, say }: Move, name: string) {
  let saidAt = 0
  const before = (await readProgress(source, target, name)).errors
  for (;;) {
    const { copied, tables, behindBytes, errors } = await readProgress(source, target, name)
    const isNear = copied === tables && behindBytes < NEAR_BYTES
    if (isNear || performance.now() - saidAt > SAY_EVERY_MS) {
      say(`${copied} of ${tables} tables copied, ${(behindBytes / 1_000_000).toFixed(1)} MB behind`)
      saidAt = performance.now()
    }
    if (isNear) return
    if (errors - before >= MOST_ERRORS) {
      throw new UsageError(
        'The new database can not take the copy; its log says why, such as a full disk. The network is in the old database, which keeps its log for the copy. Repair that and run this command again, or cancel the move.',
      )
    }
    await sleep(POLL_MS)
  }
}

const STOPS = 5

/**
 * The network stands still from here until `switchOver`. Where that takes too long or a table differs, it goes on in the old
 * database as if nothing had happened.
 */
export async function stopAndCompare(move: Move, comparison: Comparison): Promise<void> {
  const { id, network, source, target, say, stopS, interrupted } = move
  const name = replicationName(network, id)
  try {
    for (let stop = 1; ; stop += 1) {
      await enter(move, 'stopping')
      say('stopping: waiting for transactions that are under way')
      const limit = new AbortController()
      const late = sleep(stopS * 1000, 'late' as const, { signal: limit.signal }).catch(() => 'late' as const)
      let copied: Promise<unknown> = Promise.resolve()
      try {
        await seal(source, interrupted)
        await source.query('update network_move set stopped_at = clock_timestamp() where id = $1', [id])
        copied = finalCopy(move, comparison, limit.signal)
        const outcome = await Promise.race([copied, late, interrupted, target.lost])
        if (outcome === 'equal') {
          await switchSource(move)
          return
        }
        say(`stopped for longer than ${stopS} s: the network goes on in the old database`)
      } catch (error) {
        await goOn(source, id)
        throw error
      } finally {
        limit.abort()
      }
      await goOn(source, id)
      if (stop === STOPS)
        throw new UsageError(`The copy was not complete within ${stopS} s. Try again at a quieter time.`)
      // The comparison that was too late ends while the network goes on, and not within the next stop.
      await Promise.race([copied.catch(() => {}), interrupted])
      await Promise.race([catchUp(move, name), interrupted])
    }
  } finally {
    await comparison.close()
  }
}

/** Opens the old database again, unless the switch is made: an error after it does not undo it. */
export async function goOn(source: NetworkDatabase, id: string): Promise<void> {
  try {
    const phase = await readOne<Phase>(source, 'select phase from network_move where id = $1', [id])
    if (phase !== 'stopping') return
    await unseal(source)
    await source.query(`update network_move set phase = 'copying' where id = $1`, [id])
  } catch (error) {
    throw new UsageError(
      `The network stands still, and the old database can't be opened again (${problemIn(error)}). Run this command again, or cancel the move.`,
    )
  }
}

async function finalCopy({ id, network, source, target, say }: Move, comparison: Comparison, signal: AbortSignal) {
  say('stopped: waiting for the last changes in the copy')
  await waitUntilApplied(source, replicationName(network, id), signal)
  await copySequences(source, target)
  say('comparing what has changed since')
  const { different, tables, rows } = await comparison.pass()
  if (different.length > 0) {
    throw new UsageError(`These tables differ: ${different.join(', ')}. The network goes on in the old database.`)
  }
  say(`compared ${tables} tables, ${rows} rows: all are equal`)
  return 'equal' as const
}

/** From here on the network is in the new database. Until the end of `switchOver` nobody can write in either. */
const switchSource = ({ source, id }: Move) =>
  source.query(
    `update network_move set phase = 'switched', switched_at = clock_timestamp() where id = $1 and phase = 'stopping'`,
    [id],
  )

/** Opens the new database, and makes the processes leave the old one. */
export async function switchOver(move: Move): Promise<void> {
  const { id, source, network, say } = move
  await openTarget(move).catch((error: unknown) => {
    throw new UsageError(
      `The network has moved and stands still, because the new database can't be opened (${problemIn(error)}). Run this command again, or cancel the move to go back.`,
    )
  })
  const stoppedMs = await readOne<string>(
    source,
    `select round(extract(epoch from clock_timestamp() - stopped_at) * 1000)::text from network_move where id = $1`,
    [id],
  )
  say(`switched: the network stood still for ${(Number(stoppedMs) / 1000).toFixed(1)} s`)
  // They would find out at their next write. A role that may not end them leaves it at that.
  await source
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name ~ $1`,
      [sessionsOf(network)],
    )
    .catch(() => {})
}

async function openTarget({ id, target, network }: Move) {
  if ((await readMark(target)) !== markOf(id)) return
  await whenUnlocked(
    target,
    `${await unsealScript(target)}; comment on schema ${quote(network)} is null;
     insert into network_move (id, direction, phase, switched_at) values (${literal(id)}, 'here', 'finished', clock_timestamp())`,
  )
}

export async function finishMove(move: Move): Promise<void> {
  const { id, network, source, target, say } = move
  const name = replicationName(network, id)
  await dropSubscription(target, name)
  await dropPublication(source, name, await readOne(source, 'select copy_slots from network_move where id = $1', [id]))
  await enter(move, 'finished')
  say('finished: the old database is sealed and keeps its rows')
}
