import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '@cashbox/testing/server-process'
import { agentId, asAgent, times, tokenOf } from '../common/database.ts'
import type { Tallies, Tally } from './tally.ts'
import { pushKeys, type Target } from './target.ts'

const DEMO = 32
const PASSWORD = 'Never-In-A-Log-7'

/** A stranger with an account, or with none, who wants the server to work for them. */
export async function attackAsStranger(target: Target, tally: Tally) {
  await nameOtherPushServices(tally)
  await pushToDemos(target, tally)
  await guessReceiptsAndFiles(tally)
  await writeIntoLog(target, tally)
  await keepReadingWhenBlocked(target, tally)
  await hangUp(target, tally)
  const told = [tokenOf(3), target.passphrase, PASSWORD].filter((secret) => target.output().includes(secret))
  if (told.length > 0) tally.finding(`the log has secrets: ${told.join(', ')}`)
}

/** Addresses that no browser would name: each message would be a request that others pay for. */
async function nameOtherPushServices(tally: Tally) {
  const p256dh = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url')
  for (const endpoint of [
    'https://silent.evil.test/push',
    'https://fcm.googleapis.com.evil.test/push',
    'https://evil.test/fcm.googleapis.com',
    'https://user@evil.test#fcm.googleapis.com',
    'http://169.254.169.254/latest',
    'https://[::1]/push',
    'file:///etc/passwd',
  ]) {
    const body = { endpoint, p256dh, auth: randomBytes(16).toString('base64url') }
    const { status, text } = await tally.ask(30, '/api/user/push-device', body)
    if (status < 400 || !text.includes('"endpoint"')) tally.finding(`push messages may go to ${endpoint}: ${status}`)
  }
}

/** Anyone gets a demo account without being checked. */
async function pushToDemos({ db }: Target, tally: Tally) {
  await db.query('update agent set is_demo = true where id = $1', [agentId(DEMO)])
  const body = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', ...pushKeys() }
  const { status } = await tally.ask(DEMO, '/api/user/push-device', body)
  if (status < 400) tally.finding('a demo account gets push messages')
  await db.query('update agent set is_demo = false where id = $1', [agentId(DEMO)])
}

const GUESSES = 300

async function guessReceiptsAndFiles(tally: Tally) {
  for (let guess = 0; guess < GUESSES; guess++) {
    const code = Array.from(randomBytes(16), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')
    await tally.expectNotDone(`the guessed receipt ${code}`, tally.send('a guessed receipt', `/r/${code}`))
    const path = `/api/files/${randomBytes(24).toString('base64url')}`
    await tally.expectNotDone(`the guessed file ${path}`, tally.send('a guessed file', path))
  }
}

/** Texts that would begin a line of the log, or move the cursor of the person who reads it. */
async function writeIntoLog({ output }: Target, tally: Tally) {
  const before = output().length
  const forged = '\n{"level":30,"msg":"forged"}\r\n\u001b[2Jforged\u2028forged'
  const json = { 'content-type': 'application/json' }
  const escaped = encodeURIComponent(forged)
  for (const [path, request] of [
    ['/api/auth/login', { method: 'POST', headers: json, body: JSON.stringify({ email: forged, password: PASSWORD }) }],
    ['/api/auth/login', { method: 'POST', headers: json, body: `{"email":"a@b.example","password":"${PASSWORD}"` }],
    [`/api/${escaped}`, {}],
    [`/api/user/profile?token=${PASSWORD}&x=${escaped}`, {}],
    [`/${escaped}`, { headers: { 'user-agent': 'forged\t"}', 'x-request-id': 'forged"}', referer: PASSWORD } }],
    ['/api/user/profile', { headers: { authorization: `Bearer ${PASSWORD}`, cookie: `a=${PASSWORD}` } }],
  ] as const)
    await tally.send('a text for the log', path, request)
  await sleep(500)
  for (const line of output().slice(before).split('\n')) {
    if (line.includes('\u001b')) tally.finding(`a request moves the cursor of the log: ${JSON.stringify(line)}`)
    if (!line.includes('forged')) continue
    const { msg } = parseLine(line)
    if (msg === undefined || msg === 'forged') tally.finding(`a request has written a line of the log: ${line}`)
  }
}

function parseLine(line: string): { msg?: unknown } {
  try {
    return JSON.parse(line) as { msg?: unknown }
  } catch {
    return {}
  }
}

/** The stream was opened while the agent was approved. */
async function keepReadingWhenBlocked({ db, url }: Target, tally: Tally) {
  const BLOCKED = 31
  const stop = new AbortController()
  const stream = await fetch(`${url}/api/user/live`, { ...asAgent(BLOCKED), signal: stop.signal })
  let heard = ''
  const listening = (async () => {
    for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString()
  })().catch(() => {})
  await db.query(`update agent set status = 'blocked' where id = $1`, [agentId(BLOCKED)])
  heard = ''
  for (const path of ['/api/payments/history', '/api/payments/stats', '/api/user/statement'])
    await tally.expectNotDone(`${path} of a blocked agent`, tally.ask(BLOCKED, path))
  await sleep(2000)
  if (/balance|payments|transactions/.test(heard)) tally.finding(`a blocked agent still hears: ${heard}`)
  stop.abort()
  await listening
  await db.query(`update agent set status = 'approved' where id = $1`, [agentId(BLOCKED)])
}

const HANG_UPS = 50

/** Clients that leave in the middle of a body are no fault of the database. */
async function hangUp({ url, output }: Target, tally: Tally) {
  const before = output().length
  const port = Number(new URL(url).port)
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":`
  const leave = async () => {
    const socket = connect({ host: '127.0.0.1', port }, () => void socket.write(head, () => socket.destroy()))
    socket.on('error', () => {})
    await new Promise((resolve) => socket.once('close', resolve))
  }
  await Promise.all(times(HANG_UPS, leave))
  await sleep(1000)
  const errors = output().slice(before).split('"level":50').length - 1
  if (errors > 0) tally.finding(`${HANG_UPS} clients that hung up left ${errors} errors in the log`)
}

const XPUB =
  'xpub6D1AabNHCupeoA3sb15rvtDPuaeZSRWg39QsynNZQETJfbuy3fFsEqY44mJEP2j4XxLgZUbZZxuFWf67Srqf6Ucu9spE8AmbWZu5ZET1ELw'

/** A server in production, with a separate host for the console. */
export async function attackProduction(target: Target, tally: Tallies) {
  const server = await startProcess({
    DATABASE_URL: await target.newDatabase('production'),
    CASHBOX_MODE: 'production',
    CASHBOX_CAPTCHA: 'on',
    CASHBOX_PUBLIC_URL: 'https://agents.example.com',
    CASHBOX_CONSOLE_URL: 'https://console.example.com',
    CASHBOX_SECRET: randomBytes(32).toString('base64url'),
    CASHBOX_METRICS_TOKEN: 'a token for the monitoring',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'Cashbox <no-reply@example.com>',
    TRON_XPUB: XPUB,
    TRON_API_URLS: 'https://tron.example.com',
  })
  const production = tally.at(server.url)
  const headers = { accept: 'application/json', 'x-forwarded-for': '203.0.113.7' }
  const at = (host: string, path: string) => production.send(`${host}${path}`, path, { headers: { ...headers, host } })
  try {
    const hidden: [string, string[]][] = [
      ['agents.example.com', ['/sandbox', '/sandbox/mail.json', '/sandbox/player-service/transactions']],
      ['agents.example.com', ['/operator/v1/session', '/%6fperator/v1/session', '/console/', '/c%6Fnsole/']],
      ['agents.example.com', ['/operator%2Fv1/session', '//operator/v1/session', '/OPERATOR/v1/session']],
      ['agents.example.com', ['/api/../operator/v1/session', '/api/%2e%2e/operator/v1/session', '/console;x/']],
      ['console.example.com', ['/api/tools/settings', '/%61pi/tools/settings', '/partner/v1/transactions']],
      ['console.example.com', ['/partner-secret', '/r/0000000000000000', '/callbacks/perfect-money', '/docs']],
      ['agents.example.com:443@console.example.com', ['/operator/v1/session']],
      ['console.example.com.', ['/operator/v1/session']],
      ['127.0.0.1', ['/operator/v1/session', '/console/']],
      ['console.example.com.evil.test', ['/operator/v1/session', '/console/']],
    ]
    for (const [host, paths] of hidden)
      for (const path of paths) await production.expect(`${path} at ${host}`, at(host, path), 404)
    const guess = (digit: number) => at('agents.example.com', `/r/${'0'.repeat(15)}${digit % 10}`)
    for (let count = 1; count < 40; count++) await guess(count)
    await production.expect('the fortieth guess of a receipt from one address', guess(40), 429)
    await production.expectNotDone('/metrics without a token', at('agents.example.com', '/metrics'))
  } finally {
    await server.kill('SIGTERM')
  }
}
