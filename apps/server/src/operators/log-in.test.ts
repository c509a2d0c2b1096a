import * as contract from '@cashbox/contract/operator'
import { readLogInCaptcha } from '@cashbox/contract/operator'
import { type OperatorClient, operatorClient } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRateLimits } from '../platform/rate-limits.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    allowance: 1,
    env: { CASHBOX_CAPTCHA: 'on', CASHBOX_TRUST_PROXY: 'loopback', CASHBOX_PUBLIC_URL: 'https://cashbox.example' },
  })
})
afterAll(() => world.close())

const RIGHT = 'Cashbox1!'
let hosts = 0
/** Each from an address of its own, as the machines of an attacker are. */
const elsewhere = () => {
  hosts += 1
  return { 'x-forwarded-for': `198.51.${Math.floor(hosts / 250)}.${(hosts % 250) + 1}` }
}

async function solve(client: OperatorClient) {
  const { payload } = await client.call(readLogInCaptcha, {})
  const challenge = payload.challenge as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const captcha_text = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return { captcha_type: 'altcha', captcha_id: 'login', captcha_text }
}

const attempt = (client: OperatorClient, email: string, password: string, captcha = {}, headers = elsewhere()) =>
  client.call(contract.logInOperator, { email, password, ...captcha }, headers)

async function attack(email: string) {
  for (let count = 0; count < 30; count += 1) await attempt(operatorClient(world.address), email, 'Wrong-Pass-1')
}

describe('a stranger who guesses the password of an operator', () => {
  test('pays for each try after the third, from wherever it comes', async () => {
    const codes = []
    for (let count = 0; count < 5; count += 1)
      codes.push((await attempt(operatorClient(world.address), 'risk@cashbox.test', 'Wrong-Pass-1')).failure.code)
    expect(codes).toEqual([...Array.from({ length: 3 }, () => 'credentials_wrong'), 'captcha_needed', 'captcha_needed'])
    const client = operatorClient(world.address)
    const paid = await solve(client)
    expect((await attempt(client, 'risk@cashbox.test', 'Wrong-Pass-1', paid)).failure.code).toBe('credentials_wrong')
    expect((await attempt(client, 'risk@cashbox.test', RIGHT, paid)).failure.code).toBe('captcha_failed')
  })

  test('does not keep the operator out, neither at a known browser nor at a new one', async () => {
    const known = operatorClient(world.address)
    expect((await attempt(known, 'finance@cashbox.test', RIGHT)).status).toBe(200)
    await attack('finance@cashbox.test')
    known.takeCookie('')
    expect((await attempt(known, 'finance@cashbox.test', RIGHT)).status).toBe(200)
    const unknown = operatorClient(world.address)
    expect((await attempt(unknown, 'finance@cashbox.test', RIGHT)).failure.code).toBe('captcha_needed')
    expect((await attempt(unknown, 'finance@cashbox.test', RIGHT, await solve(unknown))).status).toBe(200)
  })

  test('gains nothing by the browser of another operator, and little by that of the operator', async () => {
    const client = operatorClient(world.address)
    await attempt(client, 'support@cashbox.test', RIGHT)
    await attack('admin@cashbox.test')
    expect((await attempt(client, 'admin@cashbox.test', RIGHT)).failure.code).toBe('captcha_needed')
    await attack('support@cashbox.test')
    const codes = []
    for (let count = 0; count < 11; count += 1)
      codes.push((await attempt(client, 'support@cashbox.test', 'Wrong-Pass-1')).failure.code)
    expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(10)
    expect(codes.at(-1)).toBe('captcha_needed')
  })

  test('does not keep out an operator in the same network', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const known = operatorClient(world.address)
    expect((await attempt(known, 'admin@cashbox.test', RIGHT, await solve(known), headers)).status).toBe(200)
    const limits = createRateLimits(world.db)
    for (let count = 0; count < 100; count += 1) await limits.spend('login-address', '203.0.113.77')
    const stranger = operatorClient(world.address)
    expect((await attempt(stranger, 'admin@cashbox.test', RIGHT, {}, headers)).status).toBe(429)
    expect((await attempt(known, 'admin@cashbox.test', RIGHT, {}, headers)).status).toBe(200)
  })

  test('pays after ten failures of one network, for any account', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.5' }
    const codes = []
    for (let count = 0; count < 11; count += 1)
      codes.push(
        (await attempt(operatorClient(world.address), `unknown-${count}@example.com`, 'Wrong-Pass-1', {}, headers))
          .failure.code,
      )
    expect(codes.at(9)).toBe('credentials_wrong')
    expect(codes.at(10)).toBe('captcha_needed')
  })
})

test('over TLS both cookies belong to this host alone, and are not sent in the clear', async () => {
  const client = operatorClient(world.address)
  const { headers } = await attempt(client, 'risk@cashbox.test', RIGHT, await solve(client))
  const [session, device] = headers.getSetCookie()
  expect(session).toMatch(/^__Host-cashbox-operator=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  expect(device).toMatch(
    /^__Host-cashbox-operator-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
})

test('more log-ins than the machine can check are told to come back, and harm no one else', async () => {
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      attempt(operatorClient(world.address), `flood-${index}@example.com`, 'Wrong-Pass-1'),
    ),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect(answers.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(64)
  const client = operatorClient(world.address)
  expect((await attempt(client, 'risk@cashbox.test', RIGHT, await solve(client))).status).toBe(200)
})
