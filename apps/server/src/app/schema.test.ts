import { globSync } from 'node:fs'
import { join } from 'node:path'
import { col, sql } from '@cashbox/postgres/database'
import { prepareEmptyDatabase } from '@cashbox/testing/postgres/empty-database'
import { describe, expect, test } from 'vitest'
import floors from './rooms.json' with { type: 'json' }
import { migrate, ROOMS_FOLDER, readSchema } from './schema.ts'

const openEmpty = prepareEmptyDatabase()

describe("Cashbox's own tables and functions", () => {
  test('are created once, also when two processes start at the same moment', async () => {
    const [one, other] = await openEmpty()
    const applied = await Promise.all([migrate(one.withLongTimeouts()), migrate(other.withLongTimeouts())])
    const [none, all] = applied.toSorted((a, b) => a.length - b.length)
    expect([none, all]).toEqual([[], (await readSchema()).map(({ name }) => name)])
    expect(await migrate(one)).toEqual([])
  })

  test('have one home for each function', async () => {
    const schema = await readSchema()
    expect(new Set(schema.map(({ name }) => name)).size).toBe(schema.length)
    for (const { name, text: statements } of schema.filter((file) => !file.function)) {
      expect(statements, `${name} makes a function: move it to the room's functions`).not.toMatch(
        /create .*\bfunction \w+\s*\(/i,
      )
    }
  })

  test('can be replicated: each row is found by a key, or by all of its values', async () => {
    const [db] = await openEmpty()
    await migrate(db.withLongTimeouts())
    const without = await db.query(
      sql`
        select relname::text as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relreplident <> 'f'
          and not exists (select 1 from pg_index where indrelid = pg_class.oid and indisprimary)`,
      { name: col.text },
    )
    expect(without).toEqual([])
  })

  test('are what was committed: a database with other tables is refused', async () => {
    const tables = (await readSchema()).filter((file) => !file.function)
    // `npx vitest -u` of this file writes them again.
    const checksums = tables.map(({ name, checksum }) => `${checksum}  ${name}\n`).join('')
    await expect(checksums).toMatchFileSnapshot('table-checksums.txt')
  })

  test('are all found: none is in a folder that is no room', () => {
    const files = globSync('**/{tables.sql,functions/*.sql}', {
      cwd: join(ROOMS_FOLDER, '../..'),
      exclude: ['**/node_modules'],
    })
    expect(files.length).toBeGreaterThan(40)
    const isInRoom = (path: string) => floors.flat().some((room) => path.startsWith(`server/src/${room}/`))
    expect(files.filter((path) => !isInRoom(path))).toEqual([])
  })
})
