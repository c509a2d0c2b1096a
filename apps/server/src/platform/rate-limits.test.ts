import {
  addPushDevice,
  logIn,
  lookUpTransaction,
  register,
  removePushDevice,
  requestPasswordReset,
  setNoticeSettings,
} from '@cashbox/contract'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import { createLog } from './log/log.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ allowance: 1 })
})
afterAll(() => world.close())

test('strangers who fail at the log-in of an agent do not keep the agent out where they have logged in before', async () => {
  const from = (address: string, password: string) =>
    proxied.call(
      logIn,
      { email: 'fenced@cashbox.test', password, fingerprint: 'a common phone' },
      { headers: { 'x-forwarded-for': address } },
    )
  const proxied = await openWorld({ allowance: 1, env: { CASHBOX_TRUST_PROXY: 'loopback' } })
  onTestFinished(() => proxied.close())
  expect((await from('203.0.113.7', 'Cashbox1!')).status).toBe(200)
  for (let count = 0; count < 10; count++) expect((await from('198.51.100.9', 'Wrong1!pass')).status).toBe(422)
  expect((await from('198.51.100.9', 'Wrong1!pass')).status).toBe(429)
  expect((await from('192.0.2.1', 'Cashbox1!')).status).toBe(429)
  expect((await from('203.0.113.7', 'Cashbox1!')).status).toBe(200)
  // The same phone beside it, whose address has changed.
  expect((await from('203.0.113.80', 'Cashbox1!')).status).toBe(200)
  for (let count = 0; count < 10; count++) expect((await from('203.0.113.7', 'Wrong1!pass')).status).toBe(422)
  expect((await from('203.0.113.7', 'Cashbox1!')).status).toBe(429)
})

test('ten wrong passwords close an account for a while, on every process, even for the right one', async () => {
  const attempt = (password: string) => world.call(logIn, { email: 'fenced@cashbox.test', password })
  for (let count = 0; count < 10; count++) expect((await attempt('Wrong1!pass')).status).toBe(422)
  const closed = await attempt('Cashbox1!')
  expect([closed.status, closed.failure.code]).toEqual([429, 'too_many_requests'])
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)

  const { config, db, clock, keyring } = world
  const second = await buildApp({ config, db, keyring, clock, log: createLog('silent'), inbox: null, allowance: 1 })
  const there = await second.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'fenced@cashbox.test', password: 'Cashbox1!' },
  })
  expect(there.statusCode).toBe(429)
  await second.close()
  expect((await world.call(logIn, { email: 'approved@cashbox.test', password: 'Cashbox1!' })).status).toBe(200)
})

test('right passwords are not counted', async () => {
  for (let count = 0; count < 12; count++) await world.logIn('blocked')
})

test('messages to one address are limited', async () => {
  const ask = () => world.call(requestPasswordReset, { email: 'approved@cashbox.test' })
  for (let count = 0; count < 5; count++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
})

test('sign-ups with one address are limited, so that no one can fill a mailbox', async () => {
  const signUp = () =>
    world.call(register, {
      first_name: 'A',
      last_name: 'B',
      email: 'blocked@cashbox.test',
      password: 'Bazaar7!gate',
      password_confirmation: 'Bazaar7!gate',
      country_code: 'UZ',
      city: 'Tashkent',
      street: 'Navoi 5',
      phone: '901234567',
      messenger: 'telegram',
      messenger_id: '@a',
    })
  for (let count = 0; count < 5; count++) expect((await signUp()).status).toBe(200)
  expect((await signUp()).status).toBe(429)
})

test('guessing transaction IDs is limited, in look-ups and confirmations alike', async () => {
  const token = await world.logIn('approved')
  const guess = (number: number) =>
    number % 2 === 0
      ? world.call(lookUpTransaction, { transaction_id: `GUESS${number}` }, { token })
      : world.confirm(token, { type: 'deposit', transaction_id: `GUESS${number}`, amount: '1.00' })
  for (let number = 0; number < 20; number++) expect((await guess(number)).failure.code).toBe('transaction_not_found')
  expect((await guess(20)).status).toBe(429)
  const { transaction_id } = await world.openTransaction('deposit', '1.00')
  const honest = await world.confirm(token, { type: 'deposit', transaction_id, amount: '1.00' })
  expect([honest.status, honest.failure.code]).toEqual([429, 'too_many_requests'])
  expect(Number(honest.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('changes of notice settings and push devices are limited together, for each agent', async () => {
  const token = await world.logIn('pending')
  const settings = { push: [], email: [], quiet_from: null, quiet_until: null, low_float: null }
  for (let change = 0; change < 59; change++) await world.call(setNoticeSettings, settings, { token })
  expect((await world.call(removePushDevice, {}, { token })).status).toBe(200)
  expect((await world.call(setNoticeSettings, settings, { token })).status).toBe(429)
  const device = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', p256dh: 'x', auth: 'x' }
  expect((await world.call(addPushDevice, device, { token })).status).toBe(429)
  expect((await world.call(removePushDevice, {}, { token })).status).toBe(429)
  expect((await world.call(setNoticeSettings, settings, { token: await world.logIn('approved') })).status).toBe(200)
})

test('the API pages and their documents are limited', async () => {
  const open = async (path: string) => (await fetch(world.address + path, { method: 'HEAD' })).status
  for (let view = 0; view < 120; view++) expect(await open('/docs')).toBe(200)
  for (const path of ['/docs', '/docs/partner', '/docs/openapi.json', '/docs/operator/openapi.json']) {
    expect(await open(path)).toBe(429)
  }
  expect(await open('/healthz')).toBe(200)
})
