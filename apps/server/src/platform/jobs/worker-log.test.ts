import { describeUnavailable, sql } from '@cashbox/postgres/database'
import { openTronWorld, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startDelivery } from '../../partners/webhooks/deliver.ts'
import { createLog } from '../log/log.ts'
import { enqueue, startWorker } from './jobs.ts'

let world: TronWorld
const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) })

beforeAll(async () => {
  world = await openTronWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  lines.length = 0
})

const said = (msg: string) => lines.filter((line) => line['msg'] === msg)
const soon = { timeout: 60_000, interval: 50 }

test('a job that was done, and one that failed, are one line each', async () => {
  await world.db.transaction(async (tx) => {
    await enqueue(tx, world.clock, 'good', {})
    await enqueue(tx, world.clock, 'bad', {})
  })
  const handlers = {
    good: async () => {},
    bad: async () => {
      throw new Error('no luck')
    },
  }
  const worker = startWorker({ db: world.ofServer, clock: world.clock, log, handlers, recurring: [] })
  await vi.waitFor(() => expect([said('job done'), said('job failed')]).toMatchObject([[{}], [{}]]), soon)
  await worker.stop()
  expect(said('job done')).toMatchObject([{ kind: 'good', attempts: 1 }])
  expect(said('job failed')).toMatchObject([{ kind: 'bad', attempts: 1, problem: 'no luck' }])
  await world.db.execute(sql`delete from job`)
})

test('a delivered webhook is one line, without what it said', async () => {
  const agent = await world.logIn('approved')
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  expect((await world.confirm(agent, { type: 'deposit', transaction_id, amount: '10.00' })).status).toBe(200)
  const delivery = startDelivery({ ...world.services, log })
  await vi.waitFor(() => expect(said('webhook delivered')).toHaveLength(1), soon)
  await delivery.stop()
  expect(said('webhook delivered')).toMatchObject([{ topic: 'transaction.confirmed', attempts: 1 }])
  expect(JSON.stringify(lines)).not.toContain(transaction_id)
})

test('a credited top-up is told once, after it is on disk', async () => {
  const watch = { ...world.newWatch(), log }
  const agent = await world.newAgent()
  await world.chain.send({ to: agent.address, units: 20_000_000n })
  await world.settle(watch)
  await world.settle(watch)
  expect(said('top-up credited')).toMatchObject([{ state: 'credited', reason: null }])
})

test.each([
  ['55P03', 'another transaction held a lock for too long'],
  ['57014', 'a statement took too long'],
  ['53300', 'the database is out of space, memory or connections'],
  ['ECONNREFUSED', 'the database did not answer'],
  ['57P01', 'the database did not answer'],
])('%s is logged as what it is', (code, words) => {
  expect(describeUnavailable(Object.assign(new Error('x'), { code }))).toBe(words)
})
