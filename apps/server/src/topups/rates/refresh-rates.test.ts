import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { col, only, sql } from '@cashbox/postgres/database'
import { MovableClock, openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../app/config.ts'
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
  await database.db.execute(sql`
    insert into channel (id, code, name, currency_code) values (gen_random_uuid(), 'almaty', 'Almaty', 'KZT')`)
  await new Promise<void>((resolve) => feedServer.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(feedServer.address() as AddressInfo).port}/rates`
})
afterAll(async () => {
  feedServer.close()
  await database.close()
})
beforeEach(async () => {
  await database.db.execute(sql`delete from rate where currency_code = 'KZT'`)
  await database.db.execute(sql`delete from rate_taken`)
  await database.db.execute(sql`delete from rate_refusal`)
})

const nowS = () => Math.floor(clock.now().getTime() / 1000)
const publishRate = (rate: unknown, at: unknown = nowS()) => {
  answer = { body: { at, rates: { USDT: { KZT: rate } } } }
}
const refresh = () =>
  refreshRates(
    { db: database.db, clock, config: readConfig({}) },
    { url, maxChangePercent: 10, maxDayChangePercent: 20 },
  )
/** A rate that an operator has set once and returned to the feed. */
const confirmed = (rate: string) =>
  database.db.execute(sql`
    insert into rate (coin, currency_code, rate, set_at, source)
    values ('USDT', 'KZT', ${rate}, ${new Date(clock.now().getTime() - 60_000)}, 'feed')`)
/** Minute by minute, each one as far as a single step may go. Answers with the rates it came to. */
async function climb(from: number, minutes: number): Promise<number> {
  let rate = from
  for (let minute = 0; minute < minutes; minute++) {
    clock.advance(60)
    const next = (rate * 1.05).toFixed(4)
    publishRate(next)
    if ((await refresh()).length === 0) rate = Number(next)
  }
  return rate
}
const known = async () =>
  (
    await database.db.query(sql`select rate::text as rate from rate where coin = 'USDT' and currency_code = 'KZT'`, {
      rate: col.text,
    })
  ).map(({ rate }) => rate)

test('a rate of the feed is taken over with every digit, and followed', async () => {
  await confirmed('512')
  publishRate('512.340000000001')
  expect(await refresh()).toEqual([])
  expect(await known()).toEqual(['512.340000000001'])
  clock.advance(60)
  publishRate('515.1')
  await refresh()
  expect(await known()).toEqual(['515.1'])
})

test('a rate that an operator set is not overruled', async () => {
  await database.db.execute(
    sql`insert into rate (coin, currency_code, rate, set_at) values ('USDT', 'KZT', 500, ${clock.now()})`,
  )
  clock.advance(60)
  publishRate('512.34')
  await refresh()
  expect(await known()).toEqual(['500'])
})

test('a jump is not believed, and is reported', async () => {
  await confirmed('500')
  publishRate('500')
  await refresh()
  clock.advance(60)
  publishRate('5000')
  expect(await refresh()).toEqual([{ coin: 'USDT', currencyCode: 'KZT', rate: '5000', reason: 'too_far' }])
  expect(await known()).toEqual(['500'])
  clock.advance(60)
  publishRate('550')
  expect(await refresh()).toEqual([])
  expect(await known()).toEqual(['550'])
})

test('the first rate of a pair is not believed before an operator has set one', async () => {
  publishRate('9000000')
  expect(await refresh()).toMatchObject([{ currencyCode: 'KZT', rate: '9000000', reason: 'first' }])
  expect(await known()).toEqual([])
})

test('pairs that the network does not use are passed over', async () => {
  answer = { body: { at: nowS(), rates: { USDT: { XAF: '600' }, BTC: { KZT: '50000000' } } } }
  expect(await refresh()).toEqual([])
  expect(await database.db.execute(sql`select 1 from rate where currency_code in ('XAF', 'KZT')`)).toBe(0)
})

test('many small steps go no further within an hour than one, and within a day than twice that', async () => {
  await confirmed('500')
  publishRate('500')
  await refresh()
  expect(await climb(500, 59)).toBeLessThanOrEqual(550)
  let rate = Number((await known())[0])
  for (let hours = 0; hours < 20; hours++) {
    clock.advance(3600)
    rate = await climb(rate, 3)
  }
  expect(rate).toBeLessThanOrEqual(600)
  expect(rate).toBeGreaterThan(550)
})

test('the same holds on the way down', async () => {
  await confirmed('500')
  for (const rate of ['500', '480', '460', '455', '449']) {
    clock.advance(60)
    publishRate(rate)
    await refresh()
  }
  expect(await known()).toEqual(['455'])
})

test('a refused rate is forgotten when the feed is believed again', async () => {
  await confirmed('500')
  publishRate('5000')
  await refresh()
  expect(await database.db.execute(sql`select 1 from rate_refusal`)).toBe(1)
  clock.advance(60)
  publishRate('501')
  await refresh()
  expect(await database.db.execute(sql`select 1 from rate_refusal`)).toBe(0)
})

test('an older answer does not replace a newer one, and the same answer again is no news', async () => {
  await confirmed('500')
  publishRate('500')
  await refresh()
  publishRate('510', nowS() - 600)
  expect(await refresh()).toEqual([])
  expect(await known()).toEqual(['500'])
})

test('zero is no rate', async () => {
  await confirmed('500')
  publishRate('0.00')
  expect(await refresh()).toMatchObject([{ rate: '0.00', reason: 'too_far' }])
  expect(await known()).toEqual(['500'])
})

test.each([
  ['a number instead of text', () => publishRate(512.34)],
  ['a negative rate', () => publishRate('-1')],
  ['words', () => publishRate('much')],
  ['no time', () => publishRate('500', null)],
  ['a time in the future', () => publishRate('500', nowS() + 3600)],
  ['an error', () => (answer = { status: 503, body: 'down' })],
  ['something that is not JSON', () => (answer = { body: '<html>' })],
])('%s changes nothing and is an error', async (_name, prepare) => {
  prepare()
  await expect(refresh()).rejects.toThrow()
  expect(await known()).toEqual([])
})

test('the time of a rate is when it was true, by the word of the feed', async () => {
  await confirmed('500')
  await database.db.execute(sql`update rate set set_at = set_at - interval '10 minutes' where currency_code = 'KZT'`)
  const at = nowS() - 300
  publishRate('500', at)
  await refresh()
  const row = only(
    await database.db.query(sql`select set_at as at from rate where currency_code = 'KZT'`, { at: col.timestamptz }),
  )
  expect(row.at.getTime()).toBe(at * 1000)
})
