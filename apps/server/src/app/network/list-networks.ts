import type { Config } from '../../platform/config.ts'
import { col, type Database, query, queryOne } from '../../platform/database/database.ts'
import { compareSchema, OtherVersionError } from '../../platform/database/migrate.ts'
import { readSchema } from '../../platform/database/read-schema.ts'
import { onNetwork } from './on-network.ts'

/** Every network of the database: release, mode, size, agents, last confirmation, and whether a move has sealed it. */
export async function listNetworks(config: Config, print: (line: string) => void): Promise<void> {
  const rows = await onNetwork(
    config,
    config.network,
    (db) =>
      query(db, { name: col.text, may_read: col.bool, size: col.text, is_sealed: col.bool })`
      select nspname::text as name, has_schema_privilege(pg_namespace.oid, 'usage') as may_read,
             pg_size_pretty((select coalesce(sum(pg_total_relation_size(part.oid)), 0) from pg_class as part
               where part.relnamespace = pg_namespace.oid and part.relkind = 'r')) as size,
             exists (select 1 from pg_trigger join pg_class as sealed on sealed.oid = tgrelid
               where tgname = 'sealed' and sealed.relnamespace = pg_namespace.oid) as is_sealed
      from pg_namespace join pg_class on pg_class.relnamespace = pg_namespace.oid and relname = 'schema_file'
      order by nspname`,
  )
  if (rows.length === 0) print('There is no network in this database.')
  for (const { name, may_read, size, is_sealed } of rows) {
    const facts = may_read ? await onNetwork(config, name, readFacts) : 'this role may not read it'
    print(`${name}  ${is_sealed ? 'sealed' : 'active'}, ${size}, ${facts}`)
  }
}

async function readFacts(db: Database): Promise<string> {
  const schema = await readSchema()
  try {
    const { lacking, gone } = await compareSchema(db, schema)
    const state = lacking.length + gone.length === 0 ? 'up to date' : 'its functions are of another release'
    const { mode, agents, last } = await queryOne(db, {
      mode: col.nullable(col.text),
      agents: col.int8,
      last: col.nullable(col.timestamptz),
    })`
      select (select mode from installation) as mode, (select count(*) from agent where not is_demo) as agents,
             (select max(finished_at) from confirmation) as last`
    const confirmed = last === null ? 'nothing confirmed yet' : `last confirmation ${last.toISOString()}`
    return `${state}, ${mode ?? 'never started'}, ${agents} agents, ${confirmed}`
  } catch (error) {
    if (error instanceof OtherVersionError) return 'its tables are of another release'
    throw error
  }
}
