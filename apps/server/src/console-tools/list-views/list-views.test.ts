import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetDeletedViews } from './operator-api.ts'

let world: World
let admin: OperatorClient
let risk: OperatorClient
let support: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
  risk = await operatorOf(world.address, 'risk')
  support = await operatorOf(world.address, 'support')
})
afterAll(() => world.close())

const blocked = {
  list: 'agents',
  name: 'Blocked in Uzbekistan',
  params: { status: 'blocked', country: 'UZ', order: 'oldest' },
  columns: ['cash_id', 'name'],
} satisfies InputOf<typeof contract.saveListView>

const save = async (client: OperatorClient, changes: Partial<InputOf<typeof contract.saveListView>> = {}) =>
  (await client.call(contract.saveListView, { ...blocked, ...changes })).payload.view
const namesFor = async (client: OperatorClient, list: contract.ViewedList = 'agents') =>
  (await client.call(contract.readListViews, { list })).payload.list.map(({ name }) => name)

test('a view comes back as it was saved, and only to the operator who saved it', async () => {
  const view = await save(support)
  expect(view).toMatchObject(blocked)
  expect(await namesFor(support)).toEqual([blocked.name])
  expect(await namesFor(risk)).toEqual([])
  expect((await risk.call(contract.deleteListView, { view_id: view.id, version: 1 })).failure.code).toBe('not_found')
  const again = await support.call(contract.saveListView, { ...blocked, name: 'BLOCKED in uzbekistan' })
  expect(again.failure.code).toBe('view_name_taken')
})

test('the views of a list are closed to roles that may not see the list', async () => {
  await save(admin, { list: 'operators', name: 'Admins' })
  expect((await support.call(contract.readListViews, { list: 'operators' })).failure.code).toBe('role_not_allowed')
  expect((await support.call(contract.saveListView, { ...blocked, list: 'operators' })).failure.code).toBe(
    'role_not_allowed',
  )
})

test('a deleted view is gone, comes back by undoing it, with the default that it was, and is audited both times', async () => {
  const view = await save(risk, { name: 'Deleted and restored' })
  const settings = { list: 'agents', columns: ['cash_id', 'email'], default_id: view.id } as const
  expect((await risk.call(contract.keepListSettings, { ...settings, columns: [...settings.columns] })).status).toBe(200)
  const { payload: gone } = await risk.call(contract.deleteListView, { view_id: view.id, version: view.version })
  expect(await namesFor(risk)).not.toContain('Deleted and restored')
  expect((await risk.call(contract.readListViews, { list: 'agents' })).payload.default_id).toBeNull()
  expect(
    (await risk.call(contract.restoreListView, { view_id: view.id, version: gone.view.version })).payload.view,
  ).toMatchObject({ name: 'Deleted and restored', params: blocked.params })
  const { payload } = await risk.call(contract.readListViews, { list: 'agents' })
  expect(payload).toMatchObject({ columns: ['cash_id', 'email'], default_id: view.id })
  const { payload: audit } = await admin.call(contract.listAudit, { subject_kind: 'list_view', subject_id: view.id })
  expect(audit.list.map(({ action }) => action)).toEqual(['view.restore', 'view.delete', 'view.save'])
})

test('a name is taken once, also when a view is restored', async () => {
  const first = await save(admin, { name: 'Twice' })
  const { payload } = await admin.call(contract.deleteListView, { view_id: first.id, version: first.version })
  await save(admin, { name: 'twice' })
  const restored = await admin.call(contract.restoreListView, { view_id: first.id, version: payload.view.version })
  expect(restored.failure).toMatchObject({ code: 'view_name_taken', errors: { name: [expect.any(String)] } })
})

test('columns and default are kept for each operator, and what is not sent stays', async () => {
  await support.call(contract.keepListSettings, { list: 'transactions', columns: ['id', 'amount'] })
  await support.call(contract.keepListSettings, { list: 'transactions', default_id: null })
  const read = async (client: OperatorClient) =>
    (await client.call(contract.readListViews, { list: 'transactions' })).payload.columns
  expect(await read(support)).toEqual(['id', 'amount'])
  expect(await read(risk)).toBeNull()
  const other = await save(risk, { list: 'transactions', name: 'Not for support' })
  const taken = await support.call(contract.keepListSettings, { list: 'transactions', default_id: other.id })
  expect(taken.failure.code).toBe('not_found')
})

test.each(contract.viewedListNames)('the list %s has views, and columns in the order that was chosen', async (list) => {
  const columns = ['status', 'cash_id', 'a_column_that_is_gone']
  const view = await save(admin, { list, name: 'Ordered', columns })
  expect((await admin.call(contract.keepListSettings, { list, columns: columns.toReversed() })).status).toBe(200)
  const { payload } = await admin.call(contract.readListViews, { list })
  expect(payload.columns).toEqual(columns.toReversed())
  expect(payload.list.find(({ id }) => id === view.id)?.columns).toEqual(columns)
})

test('an operator has fifty views of a list at most', async () => {
  const { id } = await save(support, { list: 'channels', name: 'The first' })
  await world.db.execute(sql`
    insert into list_view (id, list, operator_id, name, params, created_at)
    select gen_random_uuid(), list, operator_id, 'View ' || number, params, created_at
    from list_view cross join generate_series(2, ${contract.MOST_VIEWS}::integer) as number where id = ${id}`)
  const more = await support.call(contract.saveListView, { ...blocked, list: 'channels', name: 'One more' })
  expect(more.failure.code).toBe('view_limit_reached')
})

test('deleted views are forgotten after thirty days', async () => {
  const view = await save(admin, { name: 'Forgotten' })
  const { payload } = await admin.call(contract.deleteListView, { view_id: view.id, version: view.version })
  const later = new Date(world.clock.now().getTime() + 31 * 24 * 60 * 60 * 1000)
  await forgetDeletedViews(world.ofServer, { now: () => later })
  const restored = await admin.call(contract.restoreListView, { view_id: view.id, version: payload.view.version })
  expect(restored.failure.code).toBe('not_found')
  expect(await world.verify()).toEqual([])
})
