import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../../../test/operator-client.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { buildApp } from '../../app/app.ts'

let world: World
let app: FastifyInstance
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await openWorld()
  const { config, db, keyring, clock } = world
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  app = await buildApp({ config, db, keyring, clock, log: pino({ level: 'info' }, output), inbox: null })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const logIn = (password: string) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: 'approved@cashbox.test', password } })

test('every answer is one line that says when, where from, who, what and why not', async () => {
  const token = await world.logIn('approved')
  const authorization = `Bearer ${token}`
  const { cookie } = await operatorOf(world.address, 'support')
  await app.inject({ url: '/api/user/profile', headers: { authorization } })
  await app.inject({ url: '/operator/v1/operators', headers: { cookie: cookie() } })
  await logIn('Wrong1!pass')
  await app.inject({ url: '/api/user/profile', headers: { authorization: `Bearer ${'A'.repeat(43)}` } })
  await app.inject({ url: '/%' })
  const told = lines.map(({ method, path, status, who, code }) => [method, path, status, who, code])
  expect(told).toEqual([
    ['GET', '/api/user/profile', 200, expect.stringMatching(/^agent [\da-f-]{36}$/), undefined],
    ['GET', '/operator/v1/operators', 403, expect.stringMatching(/^operator [\da-f-]{36}$/), 'role_not_allowed'],
    ['POST', '/api/auth/login', 422, undefined, 'credentials_wrong'],
    ['GET', '/api/user/profile', 401, undefined, 'not_signed_in'],
    ['GET', 'unknown', 404, undefined, 'not_found'],
  ])
  for (const line of lines) {
    expect(line).toMatchObject({ time: expect.any(Number), reqId: expect.any(String), ip: '127.0.0.1' })
  }
})

test('no line holds a password, a token or an e-mail address', async () => {
  const answer = await logIn('Cashbox1!')
  const { token } = (answer.json() as { payload: { token: string } }).payload
  await app.inject({ url: '/api/user/profile?secret=1', headers: { authorization: `Bearer ${token}` } })
  const all = JSON.stringify(lines)
  for (const secret of ['Cashbox1!', 'Wrong1!pass', token, '@cashbox.test', 'secret=1'])
    expect(all).not.toContain(secret)
})

test('what a caller sends can not begin a line of its own', async () => {
  const before = lines.length
  await app.inject({
    url: '/api/%0A%7B%22forged%22:1%7D',
    headers: { 'user-agent': 'a\tb', 'x-forwarded-for': '1.2.3.4' },
  })
  expect(lines.length - before).toBe(1)
  expect(JSON.stringify(lines.at(-1))).not.toContain('forged')
})
