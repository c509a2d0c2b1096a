import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as agentApi from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { createTransaction } from '@cashbox/contract/partner'
import { sql } from '@cashbox/postgres/database'
import { buildApp } from '@cashbox/server/app/app'
import { readConfig } from '@cashbox/server/app/config'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { setWebhook } from '@cashbox/server/partners/set-webhook'
import { deliverDue } from '@cashbox/server/partners/webhooks/deliver'
import { createLog } from '@cashbox/server/platform/log/log'
import { enqueueMail } from '@cashbox/server/platform/mail/mail'
import { verifyDatabase } from '@cashbox/server/verify/verify-database'
import { countForeign } from '@cashbox/server/watch/sealed-columns'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { operatorClient } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient, signingClient } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import { codeOnPhone } from '@cashbox/testing/phone'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { openWorld, type World } from '@cashbox/testing/world'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { resealCommand } from './database-commands.ts'

const NEW_SECRET = 'qA7vZ0m3KxR9tY2pLw8sD5fG1hJ4nBcE'
const email = 'admin@cashbox.test'

let world: World
let partner: PartnerClient
let receiver: Awaited<ReturnType<typeof listen>>
/** What was there before the secret was changed. */
let before: {
  readonly token: string
  readonly totp: string
  readonly recoveryCodes: readonly string[]
  readonly webhookSecret: string
  readonly withdrawals: { asked: ReturnType<typeof withdrawal>; transactionId: string; code: string }[]
}

const withdrawal = () => ({ ...newTransaction({ amount: '10.00' }), type: 'withdraw' as const })

beforeAll(async () => {
  world = await openWorld()
  partner = await openPartner(world)
  receiver = await listen()
  const operator = operatorClient(world.address)
  await operator.logIn(email)
  const { secret: totp } = (await operator.call(contract.beginEnrolment, {})).payload
  const { recovery_codes } = (await operator.call(contract.finishEnrolment, { code: codeOf(totp) })).payload
  const webhook = {
    partnerId: partner.partnerId,
    url: receiver.url,
    keyring: world.keyring,
    mayBePrivate: true,
  }
  await setWebhook(world.db, webhook)
  const letter = {
    to: 'approved@cashbox.test',
    language: 'en',
    template: 'password_changed',
    name: 'Aziz',
    link: '/',
  } as const
  await world.db.transaction((tx) => enqueueMail(tx, world, { ...letter, linkHours: null, details: [] }))
  const withdrawals = []
  for (let number = 0; number < 2; number += 1) {
    const asked = withdrawal()
    const { payload } = await partner.call(createTransaction, asked)
    withdrawals.push({ asked, transactionId: payload.transaction.transaction_id, code: payload.security_code ?? '' })
  }
  before = {
    token: await world.logIn('approved'),
    totp,
    recoveryCodes: recovery_codes,
    webhookSecret: await setWebhook(world.db, webhook),
    withdrawals,
  }
})
afterAll(async () => {
  await receiver.close()
  await world.close()
})

const codeOf = (secret: string) => codeOnPhone(world.clock, secret)

const configWith = (secrets: string) => readConfig({ CASHBOX_SECRET: secrets, CASHBOX_CAPTCHA: 'off' })

/** A partner's server that remembers what it was sent. */
async function listen() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** A process of its own, with this CASHBOX_SECRET, on the same database. */
async function serveWith(secrets: string) {
  const config = configWith(secrets)
  const keyring = await openKeyring(world.db, config)
  const { db, clock } = world
  const app = await buildApp({ config, db, keyring, clock, log: createLog('silent'), inbox: null })
  onTestFinished(() => app.close())
  return { config, keyring, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

async function expectAllWorks(secrets: string) {
  const { keyring, address } = await serveWith(secrets)
  const ask = (path: string, body?: object) =>
    fetch(`${address}/api${path}`, {
      headers: { authorization: `Bearer ${before.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
  expect((await ask(agentApi.getProfile.path)).status).toBe(200)

  for (const secondFactor of ['code', 'recovery code']) {
    world.clock.advance(60)
    const operator = operatorClient(address)
    expect((await operator.logIn(email)).payload.session.needs).toBe('code')
    const [recoveryCode = '', ...others] = before.recoveryCodes
    const code = secondFactor === 'code' ? codeOf(before.totp) : recoveryCode
    if (secondFactor !== 'code') before = { ...before, recoveryCodes: others }
    expect([secondFactor, (await operator.call(contract.enterCode, { code })).status]).toEqual([secondFactor, 200])
  }

  const opened = before.withdrawals.pop()
  if (!opened) throw new Error('no withdrawal is left')
  const { call } = signingClient({ ...world, address }, partner.key)
  const again = await call(createTransaction, opened.asked)
  expect([again.status, again.payload.security_code]).toEqual([200, opened.code])
  const confirmed = await ask(agentApi.confirmPayment.path, {
    type: 'withdraw',
    transaction_id: opened.transactionId,
    amount: '10.00',
    security_code: opened.code,
    geo_lat: '41.2995',
    geo_lon: '69.2401',
  })
  expect(confirmed.status).toBe(200)

  expect(await waitingLetters({ db: world.db, keyring }, 'approved@cashbox.test')).toHaveLength(1)

  await deliverDue({ ...world.services, keyring })
  const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' }
  expect(body).toContain(opened.transactionId)
  const signed = { ...(headers as Record<string, string>) }
  world.clock.run()
  const receivedAt = Number(signed['webhook-timestamp']) * 1000
  expect(Math.abs(receivedAt - world.clock.now().getTime())).toBeLessThan(60_000)
  const resigned = new Webhook(before.webhookSecret).sign(signed['webhook-id'] ?? '', new Date(receivedAt), body)
  expect(signed['webhook-signature']?.split(' ')).toContain(resigned)
  expect((await verifyDatabase(world.db, keyring)).filter(({ violations }) => violations > 0)).toEqual([])
}

test('a secret that is removed too early stops the start with what to do, and breaks nothing', async () => {
  await expect(openKeyring(world.db, configWith(`2026b:${NEW_SECRET}`))).rejects.toThrow(
    /CASHBOX_SECRET lacks a key .*npm run reseal/s,
  )
})

test('everything goes on when a secret is put before the old one, and when the old one is gone after resealing', async () => {
  const both = `2026b:${NEW_SECRET},2026a:${TEST_SECRET}`
  await expectAllWorks(both)

  const lines: string[] = []
  await resealCommand(world.db, configWith(both), [], (line) => lines.push(line))
  expect(lines).toContain('second factors of operators: 1 sealed again, 0 left')
  expect(lines).toContain('hash key: 1 sealed again, 0 left')
  expect(lines.at(-1)).toContain('remove 2026a from CASHBOX_SECRET')
  const again: string[] = []
  await resealCommand(world.db, configWith(both), [], (line) => again.push(line))
  expect(again.slice(1, -1).every((line) => line.endsWith(': 0 sealed again, 0 left'))).toBe(true)

  await expectAllWorks(`2026b:${NEW_SECRET}`)
  // The world still has the old secret.
  world.breakOnPurpose('sealed_has_key')
})

test('a value under a key that is gone is named by verify, and by the command, which leaves it alone', async () => {
  const other = await openKeyring(world.db, configWith(`2025z:${'z'.repeat(40)},2026b:${NEW_SECRET}`))
  const sealed = other.seal('whsec_AAAA', 'partner.webhook_secret')
  await world.db.execute(sql`update partner set webhook_old_secret = ${sealed} where code = 'demo'`)
  const config = configWith(`2026b:${NEW_SECRET}`)
  const keyring = await openKeyring(world.db, config)
  expect(await countForeign(world.db, keyring)).toEqual([
    { column: 'previous webhook secrets', key_id: '2025z', values: 1 },
  ])
  const found = (await verifyDatabase(world.db, keyring)).filter(({ violations }) => violations > 0)
  expect(found.map(({ rule }) => rule)).toEqual(['sealed_has_key'])
  await expect(resealCommand(world.db, config, [], () => {})).rejects.toThrow('1 values have a key that is not in')
})

test('a captcha that was handed out under the old secret is still taken under the new one', async () => {
  const { db, clock } = world
  const login = async (secrets: string) => {
    const config = readConfig({ CASHBOX_SECRET: secrets, CASHBOX_CAPTCHA: 'on' })
    const keyring = await openKeyring(db, config)
    const app = await buildApp({ config, db, keyring, clock, log: createLog('silent'), inbox: null })
    onTestFinished(() => app.close())
    return app
  }
  const old = await login(`2026b:${NEW_SECRET}`)
  const answer = (await old.inject({ url: `/api${agentApi.getCaptcha.path}?action=login` })).json()
  const challenge = (answer as { payload: { challenge: Challenge } }).payload.challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const next = await login(`2026c:${NEW_SECRET.toLowerCase()},2026b:${NEW_SECRET}`)
  const loggedIn = await next.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: {
      email: 'approved@cashbox.test',
      password: 'Cashbox1!',
      captcha_id: 'login',
      captcha_type: 'altcha',
      captcha_text: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    },
  })
  expect(loggedIn.statusCode).toBe(200)
})
