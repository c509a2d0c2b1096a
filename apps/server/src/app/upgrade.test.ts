import { listHistory } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { TransactionEvent } from '@cashbox/contract/partner'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fillBaseline } from '../../test/fill-baseline.ts'
import { operatorClient } from '../../test/operator-client.ts'
import { SERVER_ROLE } from '../../test/template.ts'
import { openWorld, type World } from '../../test/world.ts'
import { int8, json, text, timestamptz } from '../platform/db/columns.ts'
import { type Database, only } from '../platform/db/database.ts'
import { grantRights } from '../platform/db/grant-rights.ts'
import { migrate } from '../platform/db/migrate.ts'
import { sql } from '../platform/db/sql.ts'

let world: World
let before: Record<string, bigint>

beforeAll(async () => {
  world = await openWorld({
    async prepare(db) {
      await db.transaction((tx) => tx.script('drop schema public cascade; create schema public;'))
      await fillBaseline(db)
      before = await countRows(db)
      await migrate(db)
      if (db.engine === 'postgres') await db.transaction((tx) => grantRights(tx, SERVER_ROLE))
    },
  })
})
afterAll(() => world.close())

/** By table, without those that say what was applied. */
async function countRows(db: Database): Promise<Record<string, bigint>> {
  const tables = await db.query(
    sql`select tablename::text as name from pg_tables where schemaname = 'public' and tablename not like 'schema_%'`,
    { name: text },
  )
  const counts = tables.map(async ({ name }) => {
    const statement = { name: '', text: `select count(*) from ${name}`, values: [] }
    return [name, only(await db.query(statement, { count: int8 })).count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('the database of the oldest version has a row in every table', () => {
  expect(Object.keys(before).filter((table) => before[table] === 0n)).toEqual([])
})

test('an upgrade loses no row but idempotency keys, which live for two days, and breaks no rule', async () => {
  expect(await countRows(world.db)).toMatchObject({ ...before, idempotency_key: 0n })
  expect(await world.verify()).toEqual([])
})

test('an agent of the oldest version logs in, sees the old history, and confirms old transactions', async () => {
  const token = await world.logIn('agent')
  expect(await world.balance(token)).toBe('8570.00')
  const { list } = (await world.call(listHistory, {}, { token })).payload
  expect(list.map(({ transaction_id }) => transaction_id)).toEqual(['BASE000003', 'BASE000002', 'BASE000001'])

  const deposit = { type: 'deposit' as const, transaction_id: 'BASE000005', amount: '250.00' }
  expect((await world.confirm(token, deposit)).status).toBe(200)
  const withdrawal = {
    type: 'withdraw' as const,
    transaction_id: 'BASE000006',
    amount: '120.00',
    security_code: '123456',
  }
  expect((await world.confirm(token, withdrawal)).status).toBe(200)
  expect(await world.balance(token)).toBe('8440.00')
  expect(await world.verify()).toEqual([])

  expect(await readEvents()).toEqual([
    'transaction.confirmed BASE000001',
    'transaction.reversed BASE000003',
    'transaction.confirmed BASE000005',
    'transaction.confirmed BASE000006',
  ])
})

/** Events that were sent or wait to be sent, as the contract reads them. */
async function readEvents() {
  const events = await world.db.query(sql`select topic, created_at, payload from outbox_event order by number`, {
    topic: text,
    created_at: timestamptz,
    payload: json(z.unknown()),
  })
  return events.map(({ topic, created_at, payload }) => {
    const event = TransactionEvent.parse({ type: topic, timestamp: created_at.toISOString(), data: payload })
    return `${event.type} ${event.data.transaction_id}`
  })
}

test('an operator of the oldest version logs in, and the audit goes on in its chain', async () => {
  const operator = operatorClient(world.address)
  expect((await operator.logIn('first@cashbox.test')).status).toBe(200)
  const { list } = (await operator.call(contract.listAudit, {})).payload
  expect(list.map(({ action }) => action).slice(-2)).toEqual(['partner.key', 'agent.approve'])
  expect(list.length).toBeGreaterThan(2)
  expect(await world.verify()).toEqual([])
})
