import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy } from '@cashbox/testing/tcp-proxy'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { col, isLockedOut, isUnavailable, only, sql } from './database.ts'
import { connectPostgres } from './postgres.ts'

const template = inject('template')
const LIMITS = { answerMs: 600, lockMs: 200 }

/** The database behind a network that can be lost. */
async function connectThroughProxy(limits = LIMITS) {
  const { hostname, port } = new URL(template.url)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  const url = new URL(template.url)
  url.port = String(proxy.port)
  url.hostname = '127.0.0.1'
  const errors: Error[] = []
  const db = connectPostgres({
    network: 'cashbox',
    url: url.href,
    connections: 3,
    limits,
    onError: (error) => errors.push(error),
  })
  onTestFinished(async () => {
    await proxy.close()
    await db.close()
  })
  return { db, proxy, errors }
}

const portOf = (url: string) => Number(new URL(url).port)

const one = sql`select 1 as one`
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('a connection to PostgreSQL', () => {
  test('that is lost within a transaction fails that transaction, and nothing else', async () => {
    const { db, proxy } = await connectThroughProxy()
    const failure = await failureOf(
      db.transaction(async (tx) => {
        await tx.execute(one)
        proxy.cut()
        // The loss is an event of its own, while no query is under way.
        await sleep(50)
        await tx.execute(one)
      }),
    )
    expect(isUnavailable(failure)).toBe(true)
    expect(await db.query(one, { one: col.int4 })).toEqual([{ one: 1 }])
  })

  test('that is lost between two queries is replaced', async () => {
    const { db, proxy } = await connectThroughProxy()
    for (let round = 0; round < 5; round++) {
      await db.execute(one)
      proxy.cut()
      await sleep(20)
      // A busy machine may be late: the loss is read after the timer, in the same turn.
      await nextTurn()
      await nextTurn()
      expect(await db.query(one, { one: col.int4 })).toEqual([{ one: 1 }])
    }
  })

  test('with a statement that does not end in time is given up, and no other work with it', async () => {
    const { db } = await connectThroughProxy()
    // Goes on after PostgreSQL has told it to stop.
    const stubborn = `do $$ begin perform pg_sleep(30); exception when query_canceled then perform pg_sleep(3); end $$`
    const others = db.transaction(async (tx) => {
      for (let n = 0; n < 8; n++) await tx.execute(sql`select pg_sleep(0.3)`)
    })
    expect(isUnavailable(await failureOf(db.transaction((tx) => tx.script(stubborn))))).toBe(true)
    await others
  })

  test('that takes no writes any more is replaced, and the call can be made again', async () => {
    const { db } = await connectThroughProxy()
    await Promise.all([1, 2, 3].map(() => db.execute(sql`select pg_sleep(0.05)`)))
    await Promise.all(
      [1, 2, 3].map(() =>
        db.transaction(async (tx) => {
          await tx.script('set session characteristics as transaction read only')
          await tx.execute(sql`select pg_sleep(0.05)`)
        }),
      ),
    )
    const write = () => db.transaction((tx) => tx.script('create table written (id integer); drop table written'))
    expect(isUnavailable(await failureOf(write()))).toBe(true)
    for (let n = 0; n < 3; n++) await write()
  })

  test('goes to the next of several servers when one is away', async () => {
    const proxies = await Promise.all(
      [1, 2].map(() => startTcpProxy({ host: '127.0.0.1', port: portOf(template.url) })),
    )
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const db = connectPostgres({
      network: 'cashbox',
      url: template.url.replace(/@[^/]+/, `@${hosts}`),
      connections: 2,
      onError() {},
    })
    onTestFinished(async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await db.close()
    })
    for (const away of [0, 1, 0]) {
      proxies.forEach((proxy, index) => proxy.refuse(index === away))
      proxies[away]?.cut()
      await sleep(20)
      expect(await db.query(one, { one: col.int4 })).toEqual([{ one: 1 }])
    }
  })

  test('that falls silent is given up, and the idle ones with it: the next query is answered', async () => {
    const { db, proxy } = await connectThroughProxy()
    await Promise.all([1, 2, 3].map(() => db.execute(sql`select pg_sleep(0.05)`)))
    proxy.silence()
    const failures = await Promise.all([failureOf(db.execute(one)), failureOf(db.transaction((tx) => tx.execute(one)))])
    expect(failures.map(isUnavailable)).toEqual([true, true])
    expect(await Promise.all([1, 2, 3].map(() => db.query(one, { one: col.int4 })))).toHaveLength(3)
  })

  test('that falls silent while the database answers others is given up long before its time', async () => {
    const { db, proxy } = await connectThroughProxy({ answerMs: 300_000, lockMs: 300_000 })
    await Promise.all([1, 2, 3].map(() => db.execute(sql`select pg_sleep(0.05)`)))
    proxy.silence()
    expect(isUnavailable(await failureOf(db.execute(one)))).toBe(true)
    expect(await db.query(one, { one: col.int4 })).toEqual([{ one: 1 }])
  })

  test('that is still at work is left alone, however long it takes', async () => {
    const { db, errors } = await connectThroughProxy({ answerMs: 300_000, lockMs: 300_000 })
    await Promise.all([
      db.execute(sql`select pg_sleep(4)`),
      db.transaction((tx) => tx.execute(sql`select pg_sleep(3)`)),
    ])
    expect(errors).toEqual([])
  })

  test('waits neither for an answer nor for a lock for ever', async () => {
    const { db } = await connectThroughProxy()
    expect(isUnavailable(await failureOf(db.execute(sql`select pg_sleep(30)`)))).toBe(true)
    const other = connectPostgres({ network: 'cashbox', url: template.url, connections: 1, onError() {} })
    onTestFinished(() => other.close())
    await other.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(99)`)
      expect(isLockedOut(await failureOf(db.execute(sql`select pg_advisory_xact_lock(99)`)))).toBe(true)
    })
    expect(only(await db.query(one, { one: col.int4 })).one).toBe(1)
  })

  test('is never waited for by other calls while lists use all of theirs', async () => {
    const { db } = await connectThroughProxy({ answerMs: 60_000, lockMs: 60_000 })
    const lists = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(98)`)
      const waiting = Array.from({ length: 12 }, () => db.forLists().execute(sql`select pg_advisory_xact_lock(98)`))
      for (let n = 0; n < 12; n++) await db.execute(one)
      return { waiting }
    })
    await Promise.all(lists.waiting)
  })

  test('has time for what takes long, with long timeouts', async () => {
    const { db } = await connectThroughProxy()
    await db.withLongTimeouts().execute(sql`select pg_sleep(1)`)
  })

  test('that can not be made is an answer, not a wait', async () => {
    const { db, proxy } = await connectThroughProxy()
    proxy.refuse(true)
    expect(isUnavailable(await failureOf(db.execute(one)))).toBe(true)
    proxy.refuse(false)
    expect(await db.query(one, { one: col.int4 })).toEqual([{ one: 1 }])
  })

  test('that listens receives again after it was cut', async () => {
    const { db, proxy } = await connectThroughProxy()
    const heard: string[] = []
    const listening = await db.listen('resilience', (text) => heard.push(text))
    onTestFinished(() => listening.stop())
    const saySomething = async (text: string) => {
      for (let tries = 0; tries < 100 && !heard.includes(text); tries++) {
        await failureOf(db.notify('resilience', text))
        await sleep(50)
      }
    }
    await saySomething('before')
    proxy.cut()
    await saySomething('after')
    expect(heard).toEqual(expect.arrayContaining(['before', 'after']))
  })
})
