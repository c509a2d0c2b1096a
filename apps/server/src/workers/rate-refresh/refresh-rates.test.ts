import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MovableClock, openTestDatabase } from '../../../test/world.ts'
import { text, timestamptz } from '../../platform/db/columns.ts'
import { only } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refreshRates } from './refresh-rates.ts'

const clock = new MovableClock()
let database: Awaited<ReturnType<typeof openTestDatabase>>
let answer: { status?: number; body: unknown } = { body: {} }
const feedServer = createServer((_request, response) => {
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
})
let url: string
beforeAll(async () => {
  database = await openTestDatabase()
  await new Promise<void>((resolve) => feedServer.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(feedServer.address() as AddressInfo).port}/rates`
})
afterAll(async () => {
  feedServer.close()
  await database.close()
})
beforeEach(() => database.db.execute(sql`delete from rate where currency_code = 'KZT'`))

const nowS = () => Math.floor(clock.now().getTime() / 1000)
const say = (rate: unknown, at: unknown = nowS()) => {
  answer = { body: { at, rates: { USDT: { KZT: rate } } } }
}
const refresh = () => refreshRates(database.db, clock, { url, maxChangePercent: 10 })
const known = async () =>
  (
    await database.db.query(sql`select rate::text as rate from rate where coin = 'USDT' and currency_code = 'KZT'`, {
      rate: text,
    })
  ).map(({ rate }) => rate)

test('a rate of the feed is taken over with every digit, and followed', async () => {
  say('512.340000000001')
  expect(await refresh()).toEqual([])
  expect(await known()).toEqual(['512.340000000001'])
  clock.advance(60)
  say('515.1')
  await refresh()
  expect(await known()).toEqual(['515.1'])
})

test('a rate that an operator set is not overruled', async () => {
  await database.db.execute(
    sql`insert into rate (coin, currency_code, rate, set_at) values ('USDT', 'KZT', 500, ${clock.now()})`,
  )
  clock.advance(60)
  say('512.34')
  await refresh()
  expect(await known()).toEqual(['500'])
})

test('a jump is not believed, and is reported', async () => {
  say('500')
  await refresh()
  clock.advance(60)
  say('5000')
  expect(await refresh()).toEqual([{ coin: 'USDT', currencyCode: 'KZT', rate: '5000' }])
  expect(await known()).toEqual(['500'])
  clock.advance(60)
  say('550')
  expect(await refresh()).toEqual([])
  expect(await known()).toEqual(['550'])
})

test('an older answer does not replace a newer one, and the same answer again is no news', async () => {
  say('500')
  await refresh()
  say('510', nowS() - 600)
  expect(await refresh()).toEqual([])
  expect(await known()).toEqual(['500'])
})

test('zero is no rate', async () => {
  say('0.00')
  expect(await refresh()).toEqual([{ coin: 'USDT', currencyCode: 'KZT', rate: '0.00' }])
  expect(await known()).toEqual([])
})

test.each([
  ['a number instead of text', () => say(512.34)],
  ['a negative rate', () => say('-1')],
  ['words', () => say('much')],
  ['no time', () => say('500', null)],
  ['a time in the future', () => say('500', nowS() + 3600)],
  ['an error', () => (answer = { status: 503, body: 'down' })],
  ['something that is not JSON', () => (answer = { body: '<html>' })],
])('%s changes nothing and is an error', async (_name, prepare) => {
  prepare()
  await expect(refresh()).rejects.toThrow()
  expect(await known()).toEqual([])
})

test('the time of a rate is when it was true, by the word of the feed', async () => {
  const at = nowS() - 300
  say('500', at)
  await refresh()
  const row = only(
    await database.db.query(sql`select set_at as at from rate where currency_code = 'KZT'`, { at: timestamptz }),
  )
  expect(row.at.getTime()).toBe(at * 1000)
})
