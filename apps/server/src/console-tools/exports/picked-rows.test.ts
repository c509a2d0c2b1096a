import * as contract from '@cashbox/contract/operator'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportedFiles } from './columns.ts'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

const pick = (client: OperatorClient, table: string, body: object, headers: object = { 'x-cashbox-console': '1' }) =>
  fetch(`${world.address}/operator/v1/exports/${table}`, {
    method: 'POST',
    headers: { cookie: client.cookie(), 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ format: 'csv', filters: {}, ...body }),
  })

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const GONE = '00000000-0000-7000-8000-000000000000'

test('chosen rows come in the order and with the columns that were chosen, and a row that is gone is named', async () => {
  const { list } = (await admin.call(contract.listAgents, {})).payload
  const [first, second] = list
  const response = await pick(admin, 'agents', {
    keys: [second?.id, GONE, first?.id],
    columns: ['status', 'a_column_that_is_gone', 'name', 'cash_id'],
  })
  expect(response.status).toBe(200)
  expect(response.headers.get(contract.MISSING_ROWS_HEADER)).toBe('1')
  const lineOf = (agent = first) =>
    `"${agent?.status}","${agent?.first_name}","${agent?.last_name}","${agent?.cash_id}"`
  expect((await response.text()).trim().split('\r\n')).toEqual([
    'Status,First name,Last name,Cash ID',
    lineOf(second),
    lineOf(first),
    `"No longer in the list","${GONE}"`,
  ])
  const { payload } = await admin.call(contract.listAudit, { subject_kind: 'export', subject_id: 'agents' })
  expect(payload.list[0]).toMatchObject({ action: 'export.end', after: { rows: 2, is_complete: true } })
})

test('rows of the lists on the page of an agent can be chosen, and only by those who may see them', async () => {
  const { payload } = await admin.call(contract.listAgents, { search: 'approved@cashbox.test' })
  const [agent] = payload.list
  const agent_id = agent?.id ?? ''
  const { list } = (await admin.call(contract.listAgentConfirmations, { agent_id })).payload
  const keys = [String(list[2]?.number), String(list[0]?.number)]
  const response = await pick(admin, 'confirmations', { keys, columns: ['id', 'amount'], filters: { agent_id } })
  const lineOf = (at: number) => `"${list[at]?.transaction_id}",${list[at]?.amount}`
  expect((await response.text()).trim().split('\r\n')).toEqual(['Transaction ID,Amount', lineOf(2), lineOf(0)])
  const filters = { cash_id: agent?.cash_id ?? '', account: 'float' as const }
  const statement = (await admin.call(contract.readStatement, filters)).payload.list
  const lines = await pick(admin, 'statement', { keys: [String(statement[1]?.number)], columns: ['balance'], filters })
  expect((await lines.text()).trim().split('\r\n')).toEqual(['Balance', statement[1]?.balance])
  expect((await pick(admin, 'sessions', { keys: [GONE] })).status).toBe(422)
})

test('a row that two fields tell from others is found by both of them', async () => {
  const keys = ['country:UZ', 'messenger:UZ', 'messenger:telegram']
  const response = await pick(admin, 'choices', { keys, columns: ['name', 'offer'] })
  expect((await response.text()).trim().split('\r\n').slice(1)).toEqual([
    '"country","UZ","Uzbekistan","true"',
    '"messenger","telegram","Telegram","true"',
    '"No longer in the list","messenger:UZ"',
  ])
})

test('a row that no longer matches the filters of its list is gone from it', async () => {
  const { list } = (await admin.call(contract.listAgents, { status: 'approved' })).payload
  const response = await pick(admin, 'agents', { keys: [list[0]?.id], filters: { status: 'blocked' } })
  expect(response.headers.get(contract.MISSING_ROWS_HEADER)).toBe('1')
})

test('all rows that match can be taken with the chosen columns too', async () => {
  const path = '/operator/v1/exports/operators?columns=role,name'
  const response = await fetch(world.address + path, { headers: { cookie: admin.cookie() } })
  expect((await response.text()).trim().split('\r\n')[0]).toBe('Role,Name')
})

test('ten thousand rows are chosen at most', async () => {
  const keys = Array.from({ length: contract.MOST_PICKED_ROWS }, (_, at) => GONE.slice(0, -5) + String(10_000 + at))
  const response = await pick(admin, 'agents', { keys })
  expect(response.headers.get(contract.MISSING_ROWS_HEADER)).toBe(String(contract.MOST_PICKED_ROWS))
  await response.text()
  expect((await pick(admin, 'agents', { keys: [...keys, GONE] })).status).toBe(422)
})

test('the door is closed to other sites, to roles that may not see the list, and for lists without chosen rows', async () => {
  const keys = [GONE]
  expect(await codeOf(await pick(admin, 'agents', { keys }, {}))).toBe('cross_site')
  const support = await operatorOf(world.address, 'support')
  expect(await codeOf(await pick(support, 'operators', { keys }))).toBe('role_not_allowed')
  expect(await codeOf(await pick(admin, 'months', { keys }))).toBe('not_found')
})

test.each(Object.entries(exportedFiles))('what is named for %s is in its file', (table, { columns, console = {} }) => {
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(console).flat()))
  expect(Object.hasOwn(contract.pickedKeys, table)).toBe(Object.keys(console).length > 0)
})
