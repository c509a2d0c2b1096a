import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HistoryItem } from '@cashbox/contract'
import { toNetwork } from '@cashbox/postgres/network'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { runCommand, type ServerProcess, startProcess } from '@cashbox/testing/server-process'
import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** For several starts in one test, on a machine that has much else to do. */
const STARTS_MS = 300_000

let folder: string
let database: Awaited<ReturnType<typeof openTestDatabase>>
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cashbox-process-'))
  database = await openTestDatabase()
  env = {
    CASHBOX_DATA_DIR: folder,
    CASHBOX_SECRET: TEST_SECRET,
    LOG_LEVEL: 'trace',
    DATABASE_URL: database.url,
    CASHBOX_MODE: 'sandbox',
  }
})
afterAll(async () => {
  await end('SIGKILL')
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

let server: ServerProcess | null = null

/** The one that the test before has left running, or a new one: a start takes seconds. */
const running = async () => (server ??= await startProcess(env))

async function end(signal: NodeJS.Signals) {
  const code = await server?.kill(signal)
  server = null
  return code
}

async function post(url: string, path: string, body: object, token = '') {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function logIn({ url }: Pick<ServerProcess, 'url'>): Promise<string> {
  const { body } = await post(url, '/api/auth/login', { email: 'approved@cashbox.test', password: 'Cashbox1!' })
  return (body['payload'] as { token: string }).token
}

const confirmation = (transaction_id: string) => ({
  type: 'deposit',
  transaction_id,
  amount: '1.00',
  geo_lat: '41.2995',
  geo_lon: '69.2401',
})

/** Confirms from several clients at once; what each answer said is kept. */
async function confirmAll({ url }: ServerProcess, token: string, ids: string[], onSuccess: (id: string) => void) {
  const queue = [...ids]
  const client = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const answer = await post(url, '/api/payments/confirm', confirmation(id), token).catch(() => null)
      if (answer === null) return
      if (answer.status === 200) onSuccess(id)
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
}

async function openMany({ url }: ServerProcess, count: number): Promise<string[]> {
  const open = () =>
    post(url, '/sandbox/player-service/transactions', { type: 'deposit', amount: '1.00', player_id: '7' })
  const opened = await Promise.all(Array.from({ length: count }, open))
  return opened.map(({ body }) => String(body['transaction_id']))
}

async function historyOf({ url }: ServerProcess, token: string): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; ; offset += 100) {
    const response = await fetch(`${url}/api/payments/history?limit=100&offset=${offset}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { payload } = (await response.json()) as { payload: { list: HistoryItem[] } }
    ids.push(...payload.list.map(({ transaction_id }) => transaction_id))
    if (payload.list.length < 100) return ids
  }
}

test(
  'a server killed in the middle of load has kept every confirmation that it answered, and no half of any',
  async () => {
    const killed = await running()
    const token = await logIn(killed)
    const ids = await openMany(killed, 120)
    const successes: string[] = []
    const ended: Promise<unknown>[] = []
    await confirmAll(killed, token, ids, (id) => {
      successes.push(id)
      if (successes.length === 40) ended.push(end('SIGKILL'))
    })
    await Promise.all(ended)
    expect(successes.length).toBeGreaterThanOrEqual(40)
    expect(successes.length).toBeLessThan(120)

    const started = await running()
    const known = new Set(await historyOf(started, token))
    expect(successes.filter((id) => !known.has(id))).toEqual([])
    // What had no answer can be sent again, and ends up confirmed once.
    const rest = ids.filter((id) => !known.has(id))
    await confirmAll(started, token, rest, () => {})
    const finished = await historyOf(started, token)
    expect(ids.filter((id) => finished.filter((one) => one === id).length !== 1)).toEqual([])
  },
  STARTS_MS,
)

test(
  'a server asked to stop finishes what it began, and then leaves',
  async () => {
    const stopped = await running()
    const token = await logIn(stopped)
    const ids = await openMany(stopped, 40)
    const answers = ids.map((id) =>
      post(stopped.url, '/api/payments/confirm', confirmation(id), token).then(
        ({ status }) => status,
        () => null,
      ),
    )
    await Promise.any(answers)
    expect(await end('SIGTERM')).toBe(0)
    const statuses = await Promise.all(answers)
    const known = new Set(await historyOf(await running(), token))
    const answered = ids.filter((_, index) => statuses[index] === 200)
    expect(answered.length).toBeGreaterThan(0)
    expect(answered.filter((id) => !known.has(id))).toEqual([])
    // Nothing was cut off between the commit and the answer.
    expect(ids.filter((id, index) => known.has(id) && statuses[index] !== 200)).toEqual([])
  },
  STARTS_MS,
)

test('at start it prints the addresses and the accounts, and no secret in any log line', async () => {
  const { url, output } = await running()
  const token = await logIn({ url })
  await fetch(`${url}/api/auth/login?hash=very-secret-hash`)
  await post(url, '/api/auth/verify-email', { hash: 'another-secret-hash-0123456789' })
  await end('SIGTERM')
  const printed = output()
  for (const words of ['/docs', '/sandbox/mail', 'approved@cashbox.test', 'fenced@cashbox.test', 'Cashbox1!']) {
    expect(printed).toContain(words)
  }
  const logged = printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')
  expect(logged).toContain('"path":"/api/auth/login"')
  for (const secret of [token, 'Cashbox1!', 'very-secret-hash', 'another-secret-hash', TEST_SECRET]) {
    expect(logged).not.toContain(secret)
  }
}, 60_000)

test('verify answers zero when every invariant holds', async () => {
  await end('SIGTERM')
  const { code, output } = await runCommand('verify', env)
  expect(output).toContain('ok ')
  expect(output).not.toContain('FAILED')
  expect(code).toBe(0)
})

test('production refuses to start without its configuration, naming what is missing', async () => {
  const { code, output } = await runCommand('start', { CASHBOX_MODE: 'production' })
  expect(code).toBe(1)
  for (const name of ['DATABASE_URL', 'CASHBOX_SECRET', 'CASHBOX_PUBLIC_URL', 'SMTP_URL', 'TRON_XPUB']) {
    expect(output).toContain(name)
  }
})

test('verify answers non-zero when an invariant is broken', async () => {
  const { Client } = await import('pg')
  const client = new Client(toNetwork(database.ownerUrl, 'cashbox', []))
  await client.connect()
  await client.query("update account set balance = balance + 1 where kind = 'commission'")
  await client.end()
  const { code, output } = await runCommand('verify', env)
  expect(code).toBe(1)
  expect(output).toContain('FAILED')
})

test('a database that the sandbox has used is refused in production', async () => {
  const { code, output } = await runCommand('verify', {
    ...env,
    CASHBOX_MODE: 'production',
    CASHBOX_PUBLIC_URL: 'https://agents.example.com',
    CASHBOX_SECRET: 'k3yZQv0r8JmW1xT5uB7nP2sD4fG6hL9a',
    CASHBOX_METRICS_TOKEN: 'a token for the monitoring',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'Cashbox <no-reply@example.com>',
    TRON_XPUB:
      'xpub6D1AabNHCupeoA3sb15rvtDPuaeZSRWg39QsynNZQETJfbuy3fFsEqY44mJEP2j4XxLgZUbZZxuFWf67Srqf6Ucu9spE8AmbWZu5ZET1ELw',
    TRON_API_URLS: 'https://tron.example.com',
  })
  expect([code, output]).toEqual([1, expect.stringContaining('this database was made for sandbox')])
})
