import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { orderPerfectMoney } from '@cashbox/contract'
import { type HashedFields, v2Hash } from '@cashbox/server/rails/perfect-money/status-call'
import type { Tally } from './tally.ts'
import { readBalances, type Target } from './target.ts'

const ANSWER_WITHIN_MS = 40_000

/** Texts that are cut elsewhere, requests that two readers would read differently, paths that lead out of the folder. */
export async function attackBoundaries(target: Target, tally: Tally) {
  const before = await readBalances(target)
  await forgeStatusCalls(target, tally)
  await sendRawRequests(target, tally)
  await askForFiles(tally)
  await lieAboutAddresses(tally)
  if ((await readBalances(target)) !== before) tally.finding('a boundary trick has moved money')
}

/** A payment of a cent, whose hash is the hash of a call that claims more. */
async function forgeStatusCalls({ passphrase }: Target, tally: Tally) {
  const account = 'U1234567'
  const ordered = await tally.ask(5, `/api${orderPerfectMoney.path}`, { amount: '1000' })
  const order = /"payment_id":"([^"]+)"/.exec(ordered.text)?.[1] ?? ''
  if (order === '') tally.finding(`nothing could be ordered: ${ordered.text}`)
  for (const chosen of [
    `${order}:${account}:1000.00:USD:7`,
    `${order}:${account}:1000.00:USD:7:U1`,
    `${order}:${account}:1000.00:USD`,
    `${order}:${account}:1000.00`,
    `x:${order}:${account}:1000.00:USD:7`,
  ]) {
    const paid: HashedFields = {
      PAYMENT_ID: chosen,
      PAYEE_ACCOUNT: account,
      PAYMENT_AMOUNT: '0.01',
      PAYMENT_UNITS: 'USD',
      PAYMENT_BATCH_NUM: '600000001',
      PAYER_ACCOUNT: 'U7654321',
      TIMESTAMPGMT: String(Math.floor(Date.now() / 1000)),
    }
    const parts = Object.values(paid).slice(0, 6).join(':').split(':')
    const names = Object.keys(paid).slice(0, 5)
    const cut = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']))
    for (const fields of [paid, { ...paid, ...cut, PAYER_ACCOUNT: parts.slice(5).join(':') }]) {
      const body = new URLSearchParams({ ...fields, V2_HASH: v2Hash(paid, passphrase), BAGGAGE_FIELDS: '' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const request = { method: 'POST', headers, body: body.toString() }
      const sent = tally.send('a forged status call', '/callbacks/perfect-money', request)
      await tally.expectNotDone(`a status call under ${chosen}`, sent)
    }
  }
}

/** What a proxy and a server may read as two different requests. Each is refused or answered once, never twice. */
async function sendRawRequests(target: Target, tally: Tally) {
  const post = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const hidden = 'GET /api/user/profile HTTP/1.1\r\nHost: x\r\n\r\n'
  const requests: Record<string, string> = {
    'two lengths': `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${hidden}`,
    'a length beside chunks': `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    'chunks under another name': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    'a folded header': `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n`,
    'a zero byte in a header': `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: b\0c\r\n\r\n`,
    'a space before the colon': `${post}Content-Length : 2\r\n\r\n{}`,
    'a negative length': `${post}Content-Length: -1\r\n\r\n`,
    'a chunk without end': `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n`,
    'a header of 200 kB': `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\n`,
    '5,000 headers': `GET /healthz HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(5000)}\r\n`,
    'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'an upgrade': 'GET /api/user/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/2 in clear': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  }
  await Promise.all(
    Object.entries(requests).map(async ([what, text]) => {
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
}

/** Everything that comes back until the server closes; null if it does not. */
const sendRaw = (port: number, text: string) =>
  new Promise<string | null>((resolve) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port }, () => void socket.end(text, 'latin1'))
    const timer = setTimeout(() => {
      resolve(null)
      socket.destroy()
    }, ANSWER_WITHIN_MS)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => void (answer += chunk))
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
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
