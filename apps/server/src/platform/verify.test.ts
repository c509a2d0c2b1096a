import { sql } from '@cashbox/postgres/database'
import { openTestDatabase } from '@cashbox/testing/world'
import { expect, onTestFinished, test } from 'vitest'
import { verify } from './verify.ts'

test('a check that finds a hundred thousand rows counts them all, and brings five to the process', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  let brought = 0
  const counting: Parameters<typeof verify>[0] = {
    ...db,
    query: async (statement, columns) => {
      const rows = await db.query(statement, columns)
      brought += rows.length
      return rows
    },
  }
  const found = await verify(counting, [
    { rule: 'nothing is broken', violations: sql`select 1 as id where false` },
    { rule: 'everything is broken', violations: sql`select n as id from generate_series(1, 100000) as n` },
  ])
  expect(found).toEqual([
    { rule: 'nothing is broken', violations: 0, examples: [] },
    { rule: 'everything is broken', violations: 100_000, examples: [1, 2, 3, 4, 5].map((id) => `{"id": ${id}}`) },
  ])
  expect(brought).toBe(5)
})
