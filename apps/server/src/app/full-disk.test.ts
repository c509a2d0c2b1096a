import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopPostgres } from '@cashbox/postgres/postgres-process'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { type ServerProcess, startProcess } from '@cashbox/testing/server-process'
import { afterAll, expect, test } from 'vitest'

const DISK_MB = 400
const CHUNK = Buffer.alloc(1024 * 1024)

/** A small disk of its own, as only root can make one; null where that is not allowed. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'cashbox-test', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

let disk: string | null = null
let server: ServerProcess | null = null
afterAll(async () => {
  await server?.kill('SIGKILL')
  if (disk === null) return
  await stopPostgres(join(disk, 'postgres/data'))
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

/** Until nothing is left. */
function fill(folder: string) {
  try {
    for (;;) appendFileSync(join(folder, 'ballast'), CHUNK)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

async function post({ url }: ServerProcess, path: string, body: object, token = '') {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const open = async (on: ServerProcess) => {
  const input = { type: 'deposit', amount: '1.00', player_id: '7' }
  return String((await post(on, '/sandbox/player-service/transactions', input)).body['transaction_id'])
}

const confirm = (on: ServerProcess, transaction_id: string, token: string) =>
  post(
    on,
    '/api/payments/confirm',
    { type: 'deposit', transaction_id, amount: '1.00', geo_lat: '41.2995', geo_lon: '69.2401' },
    token,
  )

/** More than fits into the pages that PostgreSQL has already. */
const MANY = 600

test('on a full disk a confirmation is answered with 503, and with space again all goes on and nothing is lost', async ({
  skip,
}) => {
  disk = mountDisk()
  if (disk === null) {
    skip('only root can mount a small disk, and only where the machine lets it')
    return
  }
  const running = await startProcess({ CASHBOX_DATA_DIR: disk, CASHBOX_SECRET: TEST_SECRET, LOG_LEVEL: 'fatal' })
  server = running
  const login = { email: 'approved@cashbox.test', password: 'Cashbox1!' }
  const { body } = await post(running, '/api/auth/login', login)
  const { token } = body['payload'] as { token: string }
  const ids = await Promise.all(Array.from({ length: MANY }, () => open(running)))
  const confirmed: string[] = []
  const confirmOne = async (id: string) => {
    const { status } = await confirm(running, id, token)
    if (status === 200) confirmed.push(id)
    return status
  }

  fill(disk)
  let status = 200
  for (const id of ids) {
    status = await confirmOne(id)
    if (status !== 200) break
  }
  expect(status).toBe(503)
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200)

  rmSync(join(disk, 'ballast'))
  const next = ids[confirmed.length] ?? ''
  await expect.poll(() => confirmOne(next), { timeout: 60_000 }).toBe(200)
  const known = await readHistory(running, token)
  expect(confirmed.filter((id) => known.filter((one) => one === id).length !== 1)).toEqual([])
  expect(known.filter((id) => ids.includes(id))).toHaveLength(confirmed.length)
  expect(await running.kill('SIGTERM')).toBe(0)
})

async function readHistory({ url }: ServerProcess, token: string): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const response = await fetch(`${url}/api/payments/history?limit=100&offset=${found.length}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { payload } = (await response.json()) as { payload: { list: { transaction_id: string }[] } }
    if (payload.list.length === 0) return found
    found.push(...payload.list.map(({ transaction_id }) => transaction_id))
  }
}
