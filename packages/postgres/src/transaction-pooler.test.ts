import { setTimeout as sleep } from 'node:timers/promises'
import { getProfile, listHistory } from '@cashbox/contract'
import { col, only, sql } from '@cashbox/postgres/database'
import { keepSearchPath } from '@cashbox/postgres/network'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { SERVER_ROLE } from '@cashbox/testing/postgres/template'
import { startTransactionPooler } from '@cashbox/testing/postgres/transaction-pooler'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const limit = sql`select current_setting('statement_timeout') as value`

describe('behind a pooler that empties every session', () => {
  let world: World
  let closePooler: () => Promise<void>
  beforeAll(async () => {
    world = await openWorld({
      openServerDatabase: async (url) => {
        const opened = await connectThroughPooler(url)
        closePooler = opened.closePooler
        return opened.db
      },
    })
  })
  afterAll(async () => {
    await world.close()
    await closePooler()
  })

  test('agents log in, confirm at the same moment and read, and the books are right', async () => {
    const token = await world.logIn('approved')
    const opened = await Promise.all(Array.from({ length: 12 }, () => world.openTransaction('deposit', '10')))
    const answers = await Promise.all(
      opened.map(({ transaction_id }) => world.confirm(token, { transaction_id, amount: '10', type: 'deposit' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(opened.map(() => 200))
    const calls = [world.call(getProfile, {}, { token }), world.call(listHistory, {}, { token })]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
    expect(await world.verify()).toEqual([])
  })

  test('a single statement has the limit of the role, a transaction that of the program, and patient work its own', async () => {
    const name = new URL(world.url).pathname.slice(1)
    await world.db.transaction((tx) =>
      tx.script(`alter role ${SERVER_ROLE} in database ${name} set statement_timeout = '7s'`),
    )
    // With sessions that begin after the change of the role.
    const { db: ofServer, closePooler: closeOther } = await connectThroughPooler(world.url)
    onTestFinished(async () => {
      await ofServer.close()
      await closeOther()
    })
    const valueIn = async (db: Pick<typeof ofServer, 'query'>) => only(await db.query(limit, { value: col.text })).value
    expect(await valueIn(ofServer)).toBe('7s')
    expect(await ofServer.transaction(valueIn)).toBe('8s')
    expect(await valueIn(ofServer.withLongTimeouts())).toBe('30min')
    expect(await ofServer.withLongTimeouts().transaction(valueIn)).toBe('30min')
    expect(await valueIn(ofServer)).toBe('7s')
  })

  test('messages come over the connection that listens', async () => {
    const heard: string[] = []
    const listening = await world.ofServer.listen('pooled', (words) => heard.push(words))
    onTestFinished(() => listening.stop())
    while (heard.length === 0) {
      await world.ofServer.notify('pooled', 'hello')
      await sleep(20)
    }
    expect(heard[0]).toBe('hello')
  })
})

async function connectThroughPooler(url: string) {
  const direct = connectPostgres({ network: 'cashbox', url, connections: 1, onError: () => {} })
  await direct.transaction(keepSearchPath)
  await direct.close()
  const address = new URL(url)
  const pooler = await startTransactionPooler({ host: address.hostname, port: Number(address.port) })
  address.port = String(pooler.port)
  const options = { network: 'cashbox', url: address.href, pooler: { listenUrl: url, keepsStatements: false } }
  return { db: connectPostgres({ ...options, connections: 6, onError: () => {} }), closePooler: pooler.close }
}
