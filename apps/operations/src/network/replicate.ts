import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '@cashbox/postgres/database'
import { UsageError } from '../command-line/help.ts'
import { listTables, literal, type NetworkDatabase, quote, readOne } from './network-database.ts'

/** Publication, slot and subscription of one move have one name. */
export const replicationName = (network: string, moveId: string) => `cashbox_${network}_${moveId.slice(0, 8)}`

/**
 * Copies every table to the target, and then each change, once it is enabled. Returns a pattern
 * for the names of the slots that PostgreSQL makes for single tables. The slot is made by itself, because a subscription in another
 * database of the same server would wait for its own transaction. `from` is how the target reaches the source.
 */
export async function startReplication(
  source: NetworkDatabase,
  target: NetworkDatabase,
  name: string,
  from: string,
): Promise<string> {
  const tables = (await listTables(source)).filter(({ isPart }) => !isPart)
  await source.script(
    `create publication ${quote(name)} for table ${tables.map((table) => quote(table.name)).join(', ')}
     with (publish_via_partition_root = true)`,
  )
  await source.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  await target
    .script(
      `create subscription ${quote(name)} connection ${literal(from)} publication ${quote(name)}
       with (create_slot = false, slot_name = ${literal(name)}, enabled = false)`,
    )
    .catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      throw new UsageError(
        `The new database can't reach the old one (${(error as Error).message}): say --from URL, with an address that works there.`,
      )
    })
  return readOne<string>(
    target,
    `select 'pg_' || oid || '_sync_%_' || system_identifier from pg_subscription, pg_control_system() where subname = $1`,
    [name],
  )
}

export const enableReplication = (target: NetworkDatabase, name: string) =>
  target.script(`alter subscription ${quote(name)} enable`)

export const hasSubscription = async (target: NetworkDatabase, name: string) =>
  readOne<boolean>(target, 'select exists (select from pg_subscription where subname = $1)', [name])

/** The slot has what the target lacks. PostgreSQL drops it when it keeps more than `max_slot_wal_keep_size`. */
export const hasSlot = async (source: NetworkDatabase, name: string) =>
  readOne<boolean>(
    source,
    `select exists (select from pg_replication_slots where slot_name = $1 and wal_status is distinct from 'lost')`,
    [name],
  )

export async function readProgress(source: NetworkDatabase, target: NetworkDatabase, name: string) {
  const [copy] = await target.query<{ copied: number; tables: number; errors: number }>(
    `select count(*) filter (where srsubstate = 'r')::integer as copied, count(*)::integer as tables,
            (select coalesce(sum(apply_error_count + sync_error_count), 0)::integer from pg_stat_subscription_stats
             where subname = $1) as errors
     from pg_subscription_rel join pg_subscription on pg_subscription.oid = srsubid where subname = $1`,
    [name],
  )
  const behind = await readOne<string | null>(
    source,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::text from pg_replication_slots where slot_name = $1`,
    [name],
  )
  return { copied: 0, tables: 0, errors: 0, ...copy, behindBytes: Number(behind ?? 0) }
}

const POLL_MS = 10

/** Until the target has everything that was written in the source before this call. */
export async function waitUntilApplied(source: NetworkDatabase, name: string, signal: AbortSignal): Promise<void> {
  const position = await readOne<string>(source, 'select pg_current_wal_insert_lsn()::text')
  // A separate record, so that the slot has a reason to get there.
  await source.query(`select pg_logical_emit_message(true, 'cashbox', '')`)
  while (
    !(await readOne<boolean>(
      source,
      'select confirmed_flush_lsn >= $2::pg_lsn from pg_replication_slots where slot_name = $1',
      [name, position],
    ))
  ) {
    signal.throwIfAborted()
    await sleep(POLL_MS)
  }
}

/** Logical replication leaves sequences out. */
export async function copySequences(source: NetworkDatabase, target: NetworkDatabase): Promise<void> {
  const names = await source.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'`,
  )
  for (const { name } of names) {
    const [state] = await source.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${quote(name)}`,
    )
    await target.query('select setval($1::regclass, $2::bigint, $3)', [
      quote(name),
      state?.last_value,
      state?.is_called,
    ])
  }
}

export async function dropSubscription(target: NetworkDatabase, name: string): Promise<void> {
  if (!(await hasSubscription(target, name))) return
  // Without its slot, so that it can be dropped when the source is out of reach.
  await target.script(`alter subscription ${quote(name)} disable`)
  await target.script(`alter subscription ${quote(name)} set (slot_name = none)`)
  await target.script(`drop subscription ${quote(name)}`)
}

const SLOT_ATTEMPTS = 100

/** Also drops the slots of tables that were being copied: any slot makes the source keep its log. */
export async function dropPublication(source: NetworkDatabase, name: string, copySlots: string | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const slots = await source.query<{ slot_name: string; active_pid: number | null }>(
      'select slot_name, active_pid from pg_replication_slots where slot_name = $1 or slot_name like $2',
      [name, copySlots],
    )
    if (slots.length === 0) break
    for (const { slot_name, active_pid } of slots) {
      try {
        if (active_pid !== null) await source.query('select pg_terminate_backend($1)', [active_pid])
        await source.query('select pg_drop_replication_slot($1)', [slot_name])
      } catch (error) {
        // The walsender takes a moment to end.
        if (attempt === SLOT_ATTEMPTS) throw error
      }
    }
    await sleep(POLL_MS * 5)
  }
  await source.script(`drop publication if exists ${quote(name)}`)
}
