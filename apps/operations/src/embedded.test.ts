import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPostmaster, stopPostgres } from '@cashbox/postgres/postgres-process'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { runCommand, startProcess } from '@cashbox/testing/server-process'
import { expect, onTestFinished, test } from 'vitest'

test('without configuration the program brings its PostgreSQL, shares it, survives a kill and stops it with itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-start-'))
  const data = join(folder, 'postgres/data')
  const env = { CASHBOX_DATA_DIR: folder, CASHBOX_SECRET: TEST_SECRET }
  const killed = await startProcess(env)
  onTestFinished(async () => {
    await killed.kill('SIGKILL')
    await stopPostgres(data)
    await rm(folder, { recursive: true, force: true })
  })
  expect(killed.output()).toContain(`Embedded database in ${join(folder, 'postgres')}`)
  const { code, output } = await runCommand('verify', env)
  expect([code, output]).toEqual([0, expect.not.stringContaining('FAILED')])
  expect((await fetch(`${killed.url}/readyz`)).status).toBe(200)

  const pid = readPostmaster(data)?.pid
  await killed.kill('SIGKILL')
  const [started, beside] = await Promise.all([startProcess(env), startProcess(env, 'serve')])
  onTestFinished(async () => {
    await started.kill('SIGKILL')
    await beside.kill('SIGKILL')
  })
  expect(readPostmaster(data)?.pid).toBe(pid)
  expect(await started.kill('SIGTERM')).toBe(0)
  expect((await fetch(`${beside.url}/readyz`)).status).toBe(200)
  expect(await beside.kill('SIGINT')).toBe(0)
  expect(readPostmaster(data)).toBe(null)
})
