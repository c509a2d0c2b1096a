import * as z from 'zod/mini'
import { int8, text } from '../../platform/db/columns.ts'
import { only, type Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { BrokenSealError } from '../../platform/sealed-stream.ts'
import { version } from '../../platform/version.ts'

/** What a back-up says of itself, sealed with it. */
const Manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['postgres', 'pglite']),
  /** Of the program that made it. */
  version: z.string(),
  /** The last one that was applied. */
  migration: z.string(),
  made_at: z.iso.datetime(),
  /** How long the dump is; null where that was not known when it began, and the program that made it said when it ended. */
  dump_bytes: z.nullable(z.int()),
  /** How many rows each table has. */
  rows: z.record(z.string(), z.int()),
})
export type Manifest = z.infer<typeof Manifest>

/** Of a database that stands still while it is asked. */
export async function describeDatabase(
  db: Queryable,
  engine: Manifest['engine'],
): Promise<Omit<Manifest, 'dump_bytes'>> {
  const last = await db.query(sql`select max(name collate "C") as name from schema_migration`, { name: text })
  return {
    format: 1,
    engine,
    version,
    migration: only(last).name,
    made_at: new Date().toISOString(),
    rows: await countRows(db),
  }
}

export async function countRows(db: Queryable): Promise<Record<string, number>> {
  const tables = await db.query(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
    { name: text },
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const statement = { name: '', text: `select count(*) from ${name}`, values: [] }
    counts[name] = Number(only(await db.query(statement, { count: int8 })).count)
  }
  return counts
}

/** A back-up before it is sealed: the length of the manifest, the manifest, the dump. */
export async function* packBackup(manifest: Manifest, dump: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(JSON.stringify(manifest))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  yield Buffer.concat([length, text])
  yield* dump
}

/** The other way round. */
export async function unpackBackup(
  packed: AsyncIterable<Uint8Array>,
): Promise<{ manifest: Manifest; dump: AsyncIterable<Uint8Array> }> {
  const iterator = packed[Symbol.asyncIterator]()
  let taken = Buffer.alloc(0)
  const take = async (bytes: number) => {
    while (taken.length < bytes) {
      const { value, done } = await iterator.next()
      if (done) throw new Error('the back-up ends inside its manifest')
      taken = Buffer.concat([taken, value])
    }
    const part = taken.subarray(0, bytes)
    taken = taken.subarray(bytes)
    return part
  }
  const text = await take((await take(4)).readUInt32BE())
  const manifest = Manifest.parse(JSON.parse(text.toString()))
  async function* rest() {
    let bytes = taken.length
    if (taken.length > 0) yield taken
    for await (const part of { [Symbol.asyncIterator]: () => iterator }) {
      bytes += part.length
      yield part
    }
    if (manifest.dump_bytes !== null && manifest.dump_bytes !== bytes) {
      throw new BrokenSealError(`the back-up has ${bytes} bytes of ${manifest.dump_bytes}`)
    }
  }
  return { manifest, dump: rest() }
}
