import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SPACE_NEEDED } from '../src/platform/db/disk-guard.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { TEST_SECRET } from './template.ts'

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
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

const freeOn = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Until so much is left; nothing at all for zero. */
function fill(folder: string, leftBytes: number) {
  try {
    while (freeOn(folder) > leftBytes) appendFileSync(join(folder, 'ballast'), CHUNK)
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
  const wish = { type: 'deposit', amount: '1.00', player_id: '7' }
  return String((await post(on, '/sandbox/player-service/transactions', wish)).body['transaction_id'])
}

const confirm = (on: ServerProcess, transaction_id: string, token: string) =>
  post(
    on,
    '/api/payments/confirm',
    { type: 'deposit', transaction_id, amount: '1.00', geo_lat: '41.2995', geo_lon: '69.2401' },
    token,
  )

test('on a full disk the embedded database begins nothing, goes on when there is space, and has lost nothing', async ({
  skip,
}) => {
  disk = mountDisk()
  if (disk === null) {
    skip('only root can mount a small disk, and only where the machine lets it')
    return
  }
  server = await startProcess({ CASHBOX_DATA_DIR: disk, CASHBOX_SECRET: TEST_SECRET, LOG_LEVEL: 'error' })
  const login = { email: 'approved@cashbox.test', password: 'Cashbox1!' }
  const { body } = await post(server, '/api/auth/login', login)
  const { token } = body['payload'] as { token: string }
  const ids: string[] = []
  for (let count = 0; count < 4; count++) ids.push(await open(server))
  const [before = '', during = '', full = '', after = ''] = ids
  expect((await confirm(server, before, token)).status).toBe(200)

  fill(disk, SPACE_NEEDED - CHUNK.length)
  expect((await confirm(server, during, token)).status).toBe(503)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  fill(disk, 0)
  const answers = await Promise.all([full, full, after].map((id) => confirm(server as ServerProcess, id, token)))
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

  rmSync(join(disk, 'ballast'))
  for (const id of [during, full, after]) expect((await confirm(server, id, token)).status).toBe(200)
  const response = await fetch(`${server.url}/api/payments/history?limit=10`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { payload } = (await response.json()) as { payload: { list: { transaction_id: string }[] } }
  const known = payload.list.map(({ transaction_id }) => transaction_id)
  expect(ids.filter((id) => known.filter((one) => one === id).length !== 1)).toEqual([])
  expect(await server.kill('SIGTERM')).toBe(0)
})
