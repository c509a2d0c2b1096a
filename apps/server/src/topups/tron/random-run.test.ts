import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { col, sql } from '@cashbox/postgres/database'
import { failAt } from '@cashbox/testing/postgres/failing-database'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { between, createSender, findDifferences, oneOf, type Random, seeded } from '@cashbox/testing/random-transfers'
import { runCommand, startWorkerProcess } from '@cashbox/testing/server-process'
import { openTronWorld, type TronWorld } from '@cashbox/testing/tron-world'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

let world: TronWorld
beforeEach(async () => {
  world = await openTronWorld()
})
afterEach(() => world.close())

const newAgents = async (count: number) => {
  const first = await world.newAgent()
  const others = []
  for (let more = 1; more < count; more++) others.push(await world.newAgent())
  return [first, ...others] as const
}

const misbehave = (random: Random) =>
  world.chain.behave({
    lag: oneOf(random, [0, 0, 3, 30]),
    gaps: oneOf(random, [0, 0, 10, 40]),
    repeats: random() < 0.4,
    reorders: random() < 0.4,
    listsFailed: random() < 0.5,
    inventsRows: random() < 0.2,
    errors200: random() < 0.1,
    down: oneOf(random, [null, null, null, null, 'unavailable', 'closed']),
  })

const behaveWell = () =>
  world.chain.behave({
    lag: 0,
    gaps: 0,
    repeats: false,
    reorders: false,
    listsFailed: false,
    inventsRows: false,
    errors200: false,
    down: null,
    throttle: null,
  })

test(`the balances are right after random transfers, false answers of the provider and crashes (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  const sender = createSender(world.chain, await newAgents(4), random)
  await world.look()
  for (let turn = 0; turn < 45; turn++) {
    for (let count = between(random, 0, 6); count > 0; count--) await sender.send()
    await world.chain.mine(between(random, 1, 12))
    if (random() < 0.5) misbehave(random)
    if (random() < 0.3) behaveWell()
    world.clock.advance(between(random, 0, 90))
    const db = random() < 0.4 ? failAt(world.db, between(random, 1, 60)).db : world.db
    await world.look(world.newWatch({ db }))
  }
  behaveWell()
  await world.chain.mine(21)
  for (const seconds of [61, 61, 700, 61, 24 * 3600, 61]) await world.lookAfter(seconds)
  expect(await findDifferences(world.db, sender.expected)).toEqual([])
  expect(await world.verify()).toEqual([])
})

/** Two processes that work, one of which is killed and started again at times. */
function startWorkers(folder: string) {
  const start = (name: string) =>
    startWorkerProcess({
      DATABASE_URL: world.url ?? '',
      CASHBOX_MODE: 'sandbox',
      CASHBOX_SECRET: TEST_SECRET,
      CASHBOX_DATA_DIR: join(folder, name),
      CASHBOX_DATABASE_CONNECTIONS: '4',
      TRON_API_URLS: world.chainUrl,
      TRON_POLL_SECONDS: '1',
      LOG_LEVEL: 'silent',
    })
  const workers = [start('one'), start('two')]
  const killAll = () => Promise.all(workers.map((worker) => worker.kill('SIGKILL')))
  return {
    async replace(place: number) {
      await workers[place]?.kill('SIGKILL')
      workers[place] = start(place === 0 ? 'one' : 'two')
    },
    killAll,
    output: () => workers.map((worker) => worker.output()).join('\n'),
  }
}

/** What the passing of a minute and of a day brings: leases end, and every address has its turn. */
async function letTimePass() {
  await world.db.execute(sql`update tron_transaction set next_look_at = now() where state = 'open'`)
  await world.db.execute(sql`update tron_cursor set next_run_at = now()`)
  await world.db.execute(sql`update tron_address set next_check_at = '-infinity'`)
}

const RUN_MS = 5000
const TRANSFERS = 300
const WITHIN_MS = 150_000

test(`two processes that get killed again and again credit each of hundreds of transfers once (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  const sender = createSender(world.chain, await newAgents(20), random)
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-workers-'))
  const workers = startWorkers(folder)
  const mining = setInterval(() => void world.chain.mine(1), 100)
  try {
    const end = Date.now() + RUN_MS
    for (let turn = 0; Date.now() < end || sender.transfers() < TRANSFERS; turn++) {
      for (let count = 0; count < 12; count++) await sender.send()
      if (turn % 8 === 0) {
        misbehave(random)
        world.chain.behave({ throttle: oneOf(random, [null, null, { every: 7, status: 429 }]) })
      }
      if (turn % 8 === 5) behaveWell()
      if (turn % 20 === 19) await workers.replace(between(random, 0, 1))
      await wait(120)
    }
    behaveWell()
    await workers.replace(0)
    await workers.replace(1)
    await wait(2_500)
    await letTimePass()
    const isRight = async () => (await findDifferences(world.db, sender.expected)).length === 0
    for (const start = Date.now(); Date.now() - start < WITHIN_MS && !(await isRight()); ) await wait(500)
    expect(await findDifferences(world.db, sender.expected), workers.output()).toEqual([])
  } finally {
    clearInterval(mining)
    await workers.killAll()
    await rm(folder, { recursive: true, force: true })
  }
  const rows = await world.db.query(sql`select count(*)::integer as count from topup`, { count: col.int4 })
  expect(sender.transfers()).toBeGreaterThanOrEqual(TRANSFERS)
  expect(rows[0]?.count).toBeGreaterThanOrEqual(sender.expected.size)
  expect(await world.verify()).toEqual([])
  const { code, output } = await runCommand('verify', {
    DATABASE_URL: world.url ?? '',
    CASHBOX_MODE: 'sandbox',
    CASHBOX_SECRET: TEST_SECRET,
  })
  expect(code, output).toBe(0)
}, 240_000)
