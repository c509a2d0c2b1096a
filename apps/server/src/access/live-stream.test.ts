import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { LIVE_PATH, logOut } from '@cashbox/contract'
import { cancelTransaction, createTransaction } from '@cashbox/contract/partner'
import { col, type Database, only, sql } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import { createLog } from '../platform/log/log.ts'

let world: World
let partner: PartnerClient
let cashId: string
/** A second process on the same database, as far as one test can be two processes. */
let second: { app: FastifyInstance; address: string; db: Database }

beforeAll(async () => {
  world = await openWorld()
  partner = await openPartner(world)
  const [row] = await world.db.query(sql`select cash_id from agent where id = ${agentOf('approved@cashbox.test')}`, {
    cash_id: col.int8,
  })
  cashId = String(row?.cash_id)
  const db =
    world.url === null
      ? world.db
      : connectPostgres({ network: 'cashbox', url: world.url, connections: 4, onError: () => {} })
  const { config, clock, keyring } = world
  const app = await buildApp({ config, db, keyring, clock, log: createLog('silent'), inbox: null })
  second = { app, db, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
})
// Without `connection: close` on the streams this would wait until their connections have been idle for long.
afterAll(async () => {
  await second.app.close()
  if (second.db !== world.db) await second.db.close()
  await world.close()
})

/** An open app that writes down what it receives. */
async function listen(address: string, token: string) {
  // On a connection of its own: after a dropped one, `fetch` opens another that asks nothing, and the server waits for it.
  const request = get(`${address}/api${LIVE_PATH}`, { agent: false, headers: { authorization: `Bearer ${token}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let heard = ''
  const ended = (async () => {
    for await (const chunk of response) heard += String(chunk)
  })().catch(() => {})
  await expect.poll(() => heard).toContain('retry:')
  return { headers: response.headers, heard: () => heard, ended, stop: () => request.destroy() }
}

const open = (changes: object = {}) =>
  partner.call(createTransaction, {
    reference: randomUUID(),
    type: 'deposit',
    amount: '10.00',
    currency_code: 'UZS',
    player_id: 'p1',
    cash_id: cashId,
    ...changes,
  })

test('a new listener gets what changed a moment before, on every process', async () => {
  const token = await world.logIn('approved')
  await open()
  for (const address of [world.address, second.address]) {
    const app = await listen(address, token)
    await expect.poll(app.heard).toContain('"transactions"')
    app.stop()
  }
  const other = await listen(world.address, await world.logIn('fenced'))
  expect(other.heard()).not.toContain('data:')
  other.stop()
})

test('two open apps on two processes get a new transaction, its cancellation and a confirmation', async () => {
  const token = await world.logIn('approved')
  const [here, there] = await Promise.all([listen(world.address, token), listen(second.address, token)])
  expect(here.headers['content-type']).toContain('text/event-stream')
  const { payload } = await open()
  for (const { heard } of [here, there]) await expect.poll(heard).toContain('"transactions"')
  const before = [here, there].map(({ heard }) => heard().length)
  await partner.call(cancelTransaction, { transaction_id: payload.transaction.transaction_id })
  for (const [index, { heard }] of [here, there].entries()) {
    await expect.poll(() => heard().slice(before[index])).toContain('"transactions"')
  }
  const next = await open()
  await world.confirm(token, {
    type: 'deposit',
    transaction_id: next.payload.transaction.transaction_id,
    amount: '10.00',
  })
  for (const { heard } of [here, there]) await expect.poll(heard).toContain('"balance","payments"')
  here.stop()
  there.stop()
})

test('another agent gets none of it', async () => {
  const [mine, theirs] = await Promise.all([
    listen(world.address, await world.logIn('approved')),
    listen(world.address, await world.logIn('fenced')),
  ])
  await open()
  await expect.poll(mine.heard).toContain('"transactions"')
  expect(theirs.heard()).not.toContain('data:')
  mine.stop()
  theirs.stop()
})

test('without a valid token there is no stream', async () => {
  for (const authorization of ['', 'Bearer unknown-unknown-unknown-unknown']) {
    const response = await fetch(`${world.address}/api${LIVE_PATH}`, { headers: { authorization } })
    expect(response.status).toBe(401)
  }
})

test('a server that stops ends its streams', async () => {
  const { config, clock, keyring } = world
  const app = await buildApp({
    config,
    db: world.db,
    keyring,
    clock,
    log: createLog('silent'),
    inbox: null,
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { ended } = await listen(address, await world.logIn('approved'))
  await app.close()
  await ended
})

test('a session that ended, or a status that changed, shows at the next beat, and who may not act gets only news of the status', async () => {
  const { fastify } = await import('fastify')
  const { createLive } = await import('../platform/live.ts')
  const { createSessions } = await import('./sessions.ts')
  const { liveStream } = await import('./live-stream.ts')
  const app = fastify()
  const live = await createLive(world.db, () => {})
  const sessions = createSessions(world.services)
  await app.register(liveStream(live, sessions, 50), { prefix: '/api' })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const token = await world.logIn('suspended')
  const stream = await listen(address, token)
  const agentId = only(
    await world.db.query(sql`select id from agent where id = ${agentOf('suspended@cashbox.test')}`, { id: col.uuid }),
  ).id
  live.publish(agentId, 'balance', 'status')
  await expect.poll(stream.heard).toContain('{"topics":["status"]}')
  expect(stream.heard()).not.toContain('balance')
  const before = stream.heard().length
  await world.db.execute(sql`update agent set status = 'approved' where id = ${agentOf('suspended@cashbox.test')}`)
  await expect.poll(() => stream.heard().slice(before)).toContain('{"topics":["status"]}')
  live.publish(agentId, 'balance')
  await expect.poll(stream.heard).toContain('{"topics":["balance"]}')
  await world.call(logOut, {}, { token })
  await stream.ended
  await app.close()
  await live.close()
})
