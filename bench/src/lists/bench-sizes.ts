import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../scripts/start-postgres.ts'
import { prepare, SETTINGS } from './bench-lists.ts'
import { sizeOf } from './size.ts'

const DATABASE = 'lists'
const MILLION = 1_000_000
const SHOWN_MB = 1

/** How many megabytes a million transactions take, by table and index. */
export async function benchSizes(share: number, print: (line: string) => void): Promise<Record<string, number>> {
  const postgres = await startPostgres({ fsync: false, settings: SETTINGS })
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-bench-sizes-'))
  try {
    const place = { admin: postgres.url('postgres'), url: postgres.url(DATABASE), folder }
    const db = await prepare({ share, print, ...place })
    const { rows } = await db.query<{ name: string; rows: number; table: string; indexes: string }>(`
      select coalesce(inhparent, oid)::regclass::text as name, sum(greatest(reltuples, 0))::integer as rows,
             sum(pg_table_size(oid)) as table, sum(pg_indexes_size(oid)) as indexes
      from pg_class left join pg_inherits on inhrelid = oid
      where relkind = 'r' and relnamespace = 'public'::regnamespace
      group by 1 order by sum(pg_total_relation_size(oid)) desc`)
    await db.end()
    const scale = MILLION / sizeOf(share).transactions
    const figures: Record<string, number> = {}
    for (const { name, rows: count, table, indexes } of rows) {
      const [own, ofIndexes] = [table, indexes].map((bytes) => Math.round((Number(bytes) * scale) / 1e6)) as [
        number,
        number,
      ]
      if (own + ofIndexes < SHOWN_MB) continue
      print(`${name.padEnd(24)}${Math.round(count * scale)} rows, ${own} MB and ${ofIndexes} MB of indexes`)
      figures[`${name}_mb`] = own
      figures[`${name}_indexes_mb`] = ofIndexes
    }
    return figures
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
