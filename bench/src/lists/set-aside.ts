import { Client } from 'pg'

export interface Index {
  readonly drop: string
  readonly create: string
}

const BUILDERS = 2

/** Takes the indexes off these tables, but for those that foreign keys rest on, and returns how to make them again. */
export async function setAside(db: Client, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await db.query<Index>(
    `select case when rule.oid is null then format('drop index %s', index.indexrelid::regclass)
                 else format('alter table %s drop constraint %I', index.indrelid::regclass, rule.conname) end as drop,
            case when rule.oid is null then pg_get_indexdef(index.indexrelid)
                 else format('alter table %s add constraint %I %s', index.indrelid::regclass, rule.conname,
                             pg_get_constraintdef(rule.oid)) end as create
     from pg_index as index
     left join pg_constraint as rule on rule.conindid = index.indexrelid and rule.contype in ('p', 'u')
     where index.indrelid = any($1::regclass[])
       and not exists (select 1 from pg_constraint as foreign_key
                       where foreign_key.conindid = index.indexrelid and foreign_key.contype = 'f')
     order by pg_relation_size(index.indrelid)`,
    [tables],
  )
  for (const index of rows) await db.query(index.drop)
  return rows
}

/** Builds them again, as many at a time as there are processors to be counted on. */
export async function rebuild(url: string, indexes: readonly Index[]): Promise<void> {
  const queue = [...indexes]
  const build = async () => {
    const db = new Client({ connectionString: url })
    await db.connect()
    await db.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0")
    for (let next = queue.shift(); next; next = queue.shift()) await db.query(next.create)
    await db.end()
  }
  await Promise.all(Array.from({ length: BUILDERS }, build))
}
