import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@cashbox/contract/operator'
import { scanForRisk } from '@cashbox/server/watch/risk/scan-for-risk'
import { operatorOf } from '@cashbox/testing/operator-client'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { runCommand, type ServerProcess, startProcess } from '@cashbox/testing/server-process'
import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runDemo } from './run-demo.ts'
import { scenes } from './scenes.ts'

const DEMO = join(import.meta.dirname, 'main.ts')

let server: ServerProcess
let folder: string
let database: Awaited<ReturnType<typeof openTestDatabase>>
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cashbox-demo-'))
  database = await openTestDatabase()
  env = {
    CASHBOX_DATA_DIR: folder,
    CASHBOX_SECRET: TEST_SECRET,
    CASHBOX_MODE: 'sandbox',
    CASHBOX_CAPTCHA: 'on',
    DATABASE_URL: database.url,
  }
  server = await startProcess(env)
})
afterAll(async () => {
  await server.kill('SIGTERM')
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** A day in three seconds, with as many agents as by default. */
const quickly = (url: string, print: (line: string) => void = () => {}) =>
  runDemo({ url, speed: 28_800, agents: 8, days: 1, signal: new AbortController().signal, print })

test('a day of the demonstration has something for every screen, and the books hold', async () => {
  const lines: string[] = []
  const done = await quickly(server.url, (line) => lines.push(line))
  expect([lines.filter((line) => line.includes('failed:')), done.scenes]).toEqual([[], scenes.length])
  expect(done.confirmed).toBeGreaterThan(2)
  expect(done.topUps).toBeGreaterThan(0)

  const admin = await operatorOf(server.url, 'admin')
  const states = ['reversed', 'cancelled', 'expired', 'locked'] as const
  for (const state of states) {
    const found = async () => (await admin.call(contract.searchTransactions, { state })).payload.list.length
    await expect.poll(found, { timeout: 60_000 }).toBeGreaterThan(0)
  }
  const star = (await admin.call(contract.listPartners, {})).payload.list.find(({ code }) => code === 'lucky-star')
  expect(star?.webhook.failures).toBeGreaterThan(0)
  const reasons = async () => (await admin.call(contract.listHeldTopups, {})).payload.list.map(({ reason }) => reason)
  await expect.poll(reasons, { timeout: 60_000 }).toContain('below_minimum')
  const money = (await admin.call(contract.listApprovalRequests, {})).payload.list
    .filter(contract.isMoneyRequest)
    .map(({ state }) => state)
  expect(money.toSorted()).toEqual(['completed', 'completed', 'pending'])
  const card = { code: 'golden-card' }
  const events = (await admin.call(contract.listPartnerEvents, card)).payload.list.map(({ type }) => type)
  expect(events.filter((type) => !type.startsWith('transaction.')).toReversed()).toEqual([
    'position.low',
    'position.exhausted',
    'position.restored',
    'statement.closed',
  ])
  expect((await admin.call(contract.listPartnerStatements, card)).payload.list).toMatchObject([
    { currency_code: 'UZS', closing: '0.00', totals: { paid_in: '500000.00' }, answer: 'accepted' },
  ])
  const waiting = await admin.call(contract.listAgents, { search: 'aziz', status: 'pending' })
  expect(waiting.payload.list).toMatchObject([{ first_name: 'Aziz', last_name: 'Mirzaev' }])
  // Earlier days had as much business by this time as a whole day of the demonstration has.
  const { volumes } = (await admin.call(contract.readToday, {})).payload.today
  const tashkent = volumes.find(({ currency_code }) => currency_code === 'UZS')
  expect(tashkent?.week_ago.deposits.count).toBeGreaterThan(50)
  const alerts = async () => (await admin.call(contract.listAlerts, {})).payload.list.map(({ id }) => id)
  await expect.poll(alerts, { timeout: 60_000 }).not.toContain('jobs_late:network')

  // The worker looks at what is a minute and a half old.
  await scanForRisk({ db: database.db, clock: { now: () => new Date(Date.now() + 120_000) } })
  const [riskiest] = (await admin.call(contract.listRiskAgents, {})).payload.list
  expect(riskiest?.first_name).toBe('Rustam')
  expect(riskiest?.kinds).toEqual(expect.arrayContaining(['circular_payments', 'impossible_travel', 'shared_device']))
  // Charts and reports show a network, and not only its last minutes.
  const { points } = (await admin.call(contract.chartNetworkVolumes, { step: 'day', currency: 'TRY' })).payload
  expect(points.slice(0, -1).map((day) => day.deposits.count + day.withdrawals.count)).not.toContain(0)
  const months = (await admin.call(contract.reportMonths, { currency: 'TRY' })).payload.list
  expect(months.length).toBeGreaterThanOrEqual(6)
  expect((await runCommand('verify', env)).code).toBe(0)

  // A second run finds partners and agents of the first, and Ctrl-C ends it.
  const stop = new AbortController()
  const again = runDemo({
    url: server.url,
    speed: 60,
    agents: 8,
    days: 0,
    signal: stop.signal,
    print: (line) => line.startsWith('Day') && stop.abort(),
  })
  expect(await again).toMatchObject({ failed: 0 })
})

test('the command says how it is used, also when an option is wrong', async () => {
  const run = (...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [DEMO, ...options], { encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }
  expect(run('--help')).toMatchObject({ status: 0, output: expect.stringMatching(/^npm run demo --/) })
  for (const wrong of [['--unknown'], ['--speed', 'fast'], ['--agents', '11']])
    expect(run(...wrong)).toMatchObject({ status: 2, output: expect.stringMatching(/^npm run demo --/) })
})

test('the demonstration refuses a server that is no sandbox', async () => {
  const calls: (string | undefined)[] = []
  const other = createServer(({ url }, response) => {
    calls.push(url)
    response.writeHead(404).end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await expect(quickly(url)).rejects.toThrow('is not a sandbox')
  expect(calls).toHaveLength(1)
})
