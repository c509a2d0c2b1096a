import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startProcess } from '@cashbox/testing/server-process'
import type { Tallies, Tally } from './tally.ts'
import { readBalances, type Target } from './target.ts'

const ANSWER_WITHIN_MS = 40_000

/** Requests that two readers would read differently, paths that lead out of the folder, addresses that are none. */
export async function attackBoundaries(target: Target, tally: Tally) {
  const before = await readBalances(target)
  await sendRawRequests(target, tally)
  await askForFiles(tally)
  await lieAboutAddresses(tally)
  if ((await readBalances(target)) !== before) tally.finding('a boundary trick has moved money')
}

const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const GET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n'
const HIDDEN = 'GET /api/user/profile HTTP/1.1\r\nHost: x\r\n\r\n'
const RAW_REQUESTS: Readonly<Record<string, string>> = {
  'two lengths': `${POST}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${HIDDEN}`,
  'a length beside chunks': `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunks under another name': `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'a folded header': `${GET}X-A: b\r\n c\r\n\r\n`,
  'a zero byte in a header': `${GET}X-A: b\0c\r\n\r\n`,
  'a space before the colon': `${POST}Content-Length : 2\r\n\r\n{}`,
  'a negative length': `${POST}Content-Length: -1\r\n\r\n`,
  'a chunk without end': `${POST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n`,
  'a header of 200 kB': `${GET}X-A: ${'a'.repeat(200_000)}\r\n\r\n`,
  '5,000 headers': `${GET}${'X-A: b\r\n'.repeat(5000)}\r\n`,
  'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'an upgrade': 'GET /api/user/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'HTTP/2 in clear': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
}

/** What a proxy and a server may read as two different requests. Each is refused or answered once, never twice. */
const sendRawRequests = (target: Target, tally: Tally) =>
  Promise.all(
    Object.entries(RAW_REQUESTS).map(async ([what, text]) => {
      const answer = await sendRaw(Number(new URL(target.url).port), text)
      if (answer === null) {
        tally.finding(`a request with ${what} holds its connection`)
        return
      }
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
      if (statuses.length > 1) tally.finding(`a request with ${what} was read as ${statuses.length} requests`)
      for (const status of statuses) tally.note(`a request with ${what}`, { status, text: answer })
    }),
  )

/** Everything that comes back until the server closes; null if it does not. */
const sendRaw = (port: number, text: string) =>
  new Promise<string | null>((resolve) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port }, () => void socket.end(text, 'latin1'))
    socket.setTimeout(ANSWER_WITHIN_MS, () => {
      resolve(null)
      socket.destroy()
    })
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => void (answer += chunk))
    socket.on('error', () => {})
    socket.once('close', () => resolve(answer))
  })

async function askForFiles(tally: Tally) {
  const ways = ['..', '%2e%2e', '..%2f..', '..%5c..', '%252e%252e', '....//', '.%00.', '%c0%ae%c0%ae']
  for (const base of ['', '/assets', '/console', '/console/assets', '/docs', '/sandbox'])
    for (const way of ways)
      for (const file of ['package.json', 'etc/passwd', '.env']) {
        const path = `${base}/${way}/${way}/${way}/${file}`
        const { status, text } = await tally.send(path, path)
        if (status === 200 && /"workspaces"|root:x|CASHBOX_/.test(text)) tally.finding(`${path} leaves the folder`)
      }
}

const LIES = [
  'unknown',
  '1.2.3.4:99',
  '[::1]:80',
  '::ffff:1.2.3.4',
  '_hidden',
  'a, b, c',
  '999.1.1.1',
  'fe80::1%eth0',
  "'; drop table agent; --",
  '1'.repeat(4000),
]
const LIED_TO = ['/api/tools/settings', '/partner/v1/transactions', '/operator/v1/session', '/callbacks/perfect-money']

async function lieAboutAddresses(tally: Tally) {
  for (const lie of LIES)
    for (const path of LIED_TO) await tally.send(`${path} from ${lie}`, path, { headers: { 'x-forwarded-for': lie } })
  const email = 'approved@cashbox.test'
  const otherHost = { host: 'evil.test', 'x-forwarded-host': 'evil.test' }
  await tally.post('a reset under another host', '/api/auth/password/forgot', { email }, otherHost)
  await pause(3000)
  const { text } = await tally.send('the mail', `/sandbox/mail.json?to=${email}`)
  if (text.includes('evil.test')) tally.finding('a letter leads to the host that the request named')
}

const XPUB =
  'xpub6D1AabNHCupeoA3sb15rvtDPuaeZSRWg39QsynNZQETJfbuy3fFsEqY44mJEP2j4XxLgZUbZZxuFWf67Srqf6Ucu9spE8AmbWZu5ZET1ELw'

const [AGENTS, CONSOLE] = ['agents.example.com', 'console.example.com']

/** Hosts, and paths that are not there. */
const HIDDEN_PATHS: readonly (readonly [string, readonly string[]])[] = [
  [AGENTS, ['/sandbox', '/sandbox/mail.json', '/sandbox/player-service/transactions', '/console/', '/c%6Fnsole/']],
  [AGENTS, ['/operator/v1/session', '/%6fperator/v1/session', '/operator%2Fv1/session', '//operator/v1/session']],
  [AGENTS, ['/OPERATOR/v1/session', '/api/../operator/v1/session', '/api/%2e%2e/operator/v1/session', '/console;x/']],
  [CONSOLE, ['/api/tools/settings', '/%61pi/tools/settings', '/partner/v1/transactions']],
  [CONSOLE, ['/partner-secret', '/r/0000000000000000', '/callbacks/perfect-money', '/docs']],
  [`${AGENTS}:443@${CONSOLE}`, ['/operator/v1/session']],
  [`${CONSOLE}.`, ['/operator/v1/session']],
  ['127.0.0.1', ['/operator/v1/session', '/console/']],
  [`${CONSOLE}.evil.test`, ['/operator/v1/session', '/console/']],
]

/** A server in production, with a separate host for the console. */
export async function attackProduction(target: Target, tally: Tallies) {
  const server = await startProcess({
    DATABASE_URL: await target.newDatabase('production'),
    CASHBOX_MODE: 'production',
    CASHBOX_CAPTCHA: 'on',
    CASHBOX_PUBLIC_URL: `https://${AGENTS}`,
    CASHBOX_CONSOLE_URL: `https://${CONSOLE}`,
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
    for (const [host, paths] of HIDDEN_PATHS)
      for (const path of paths) await production.expect(`${path} at ${host}`, at(host, path), 404)
    const guess = (digit: number) => at(AGENTS, `/r/${'0'.repeat(15)}${digit % 10}`)
    for (let count = 1; count < 40; count++) await guess(count)
    await production.expect('the fortieth guess of a receipt from one address', guess(40), 429)
    await production.expectRefused('/metrics without a token', at(AGENTS, '/metrics'))
  } finally {
    await server.kill('SIGTERM')
  }
}
