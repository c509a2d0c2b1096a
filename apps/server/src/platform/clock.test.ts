import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/world.ts'
import { toSeconds } from './clock.ts'
import { int8, nullable, sql } from './database/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const inSql = async (moment: string | null) => {
  const rows = await database.db.query(sql`select epoch_seconds(${moment}) as at`, { at: nullable(int8) })
  return rows[0]?.at
}

test.each(['00', '00.000001', '00.499', '00.5', '00.500001', '00.999', '00.999999'])(
  'the database and the program round %s seconds down alike',
  async (seconds) => {
    for (const minute of ['2026-11-15T20:00', '1969-12-31T23:59']) {
      const moment = `${minute}:${seconds}Z`
      const whole = Date.parse(`${minute}:00Z`) / 1000
      expect(await inSql(moment)).toBe(BigInt(whole))
      expect(toSeconds(new Date(moment))).toBe(whole)
    }
  },
)

test('no moment has no seconds', async () => {
  expect(await inSql(null)).toBeNull()
})
