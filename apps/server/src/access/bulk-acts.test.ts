import { getProfile, type InputOf, logIn } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { agentOf, someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from './passwords.ts'

let world: World
let support: OperatorClient
let risk: OperatorClient
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  support = await operatorOf(world.address, 'support')
  risk = await operatorOf(world.address, 'risk')
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

/** Copies of a seeded agent, each with its own accounts, found by their city. */
async function makeAgents(city: string, count: number, status = 'approved'): Promise<void> {
  await world.db.execute(sql`
    with template as (select * from agent where id = ${agentOf('approved@cashbox.test')}),
    made as (
      select number, gen_random_uuid() as id, nextval('account_id_seq') as float, nextval('account_id_seq') as commission
      from generate_series(1, ${count}::integer) as number),
    accounts as (
      insert into account (id, kind, agent_id, asset, balance, version, floor)
      select account.id, source.kind, made.id, source.asset, 0, 0, source.floor
      from made cross join template
      cross join lateral (values (made.float, template.float_id), (made.commission, template.commission_id)) as account (id, source_id)
      join account as source on source.id = account.source_id),
    owners as (
      insert into person (id, email, email_verified_at, password_hash, created_at)
      select made.id, ${city}::text || made.number || '@example.com', now(), '', now() from made)
    insert into agent (id, owner_id, is_email_verified, channel_id, status, first_name, last_name, city,
                       geo_lat, geo_lon, geo_area, float_id, commission_id, created_at)
    select made.id, made.id, true, channel_id, ${status}, first_name, last_name, ${city}, geo_lat, geo_lon, geo_area, made.float, made.commission, created_at
    from made cross join template order by made.number`)
}

/** Their addresses begin with the city. */
const listed = async (city: string) =>
  (await risk.call(contract.listAgents, { search: city, limit: '200' })).payload.list

type Request = InputOf<typeof contract.runBulkAct>

async function run(client: OperatorClient, request: Request) {
  const { payload, failure } = await client.call(contract.runBulkAct, request)
  if (!payload) throw new Error(`the bulk act was refused: ${failure.code}`)
  const { outcomes } = payload
  const count = (outcome: string) => outcomes.filter((row) => row.outcome === outcome).length
  const counts = Object.fromEntries(contract.bulkOutcomes.map((outcome) => [outcome, count(outcome)]))
  return { counts, notDone: outcomes.filter(({ outcome }) => outcome === 'refused') }
}

const rowsOf = (list: readonly { id: string; version: number }[]) => list.map(({ id, version }) => ({ id, version }))
const rowsIn = async (city: string) => rowsOf(await listed(city))

const note = 'The office in this city is closed this week.'

test('rows that changed meanwhile keep their change, the others are done, and each row has its own outcome', async () => {
  await makeAgents('nukus', 5)
  const seen = await listed('nukus')
  const [changed, blocked] = seen
  if (!changed || !blocked) throw new Error('no agents were made')
  await risk.call(contract.setAgentTerms, { agent_id: changed.id, version: 1, geo_area: 77, reason: 'Moved' })
  await risk.call(contract.decideAgent, { agent_id: blocked.id, version: 1, action: 'block', note })
  const { counts, notDone } = await run(support, { action: 'agent.suspend', note, rows: rowsOf(seen) })
  expect(counts).toEqual({ done: 3, waiting: 0, refused: 2 })
  expect(notDone.map(({ id, version, code }) => [id, version, code])).toEqual([
    [changed.id, 1, 'version_conflict'],
    [blocked.id, 1, 'version_conflict'],
  ])
  expect(notDone[0]?.reason).toMatch(/changed/)
  const statuses = (await listed('nukus')).map(({ status }) => status)
  expect(statuses).toEqual(['approved', 'blocked', 'suspended', 'suspended', 'suspended'])
})

test('a suspension of many is undone for the rows that it changed and that have not changed since', async () => {
  await makeAgents('urgench', 4)
  const rows = await rowsIn('urgench')
  const [untouched, blocked] = rows
  if (!untouched || !blocked) throw new Error('no agents were made')
  await risk.call(contract.setAgentTerms, { agent_id: untouched.id, version: 1, geo_area: 77, reason: 'Moved' })
  const { counts, notDone } = await run(support, { action: 'agent.suspend', note, rows })
  expect(counts).toMatchObject({ done: 3, refused: 1 })
  await risk.call(contract.decideAgent, { agent_id: blocked.id, version: 2, action: 'block', note })
  const done = rows.filter(({ id }) => !notDone.some((row) => row.id === id))
  const undo = {
    action: 'agent.restore',
    rows: done.map((row) => ({ ...row, version: row.version + 1 })),
  } as const
  expect((await run(support, undo)).counts).toMatchObject({ done: 2, refused: 1 })
  expect((await listed('urgench')).map(({ status }) => status)).toEqual(['approved', 'blocked', 'approved', 'approved'])
  expect((await run(support, undo)).counts).toMatchObject({ done: 0, refused: 3 })
})

test('agents that another role stopped are not restored in bulk by one operator', async () => {
  await makeAgents('andijan', 2)
  const [first, second] = await listed('andijan')
  for (const [client, agent] of [
    [risk, first],
    [support, second],
  ] as const) {
    await client.call(contract.decideAgent, { agent_id: agent?.id ?? '', version: 1, action: 'suspend', note })
  }
  const { counts } = await run(support, { action: 'agent.restore', rows: await rowsIn('andijan') })
  expect(counts).toEqual({ done: 1, waiting: 1, refused: 0 })
  expect((await listed('andijan')).map(({ status }) => status)).toEqual(['suspended', 'approved'])
})

test('each row has the same e-mail, history and audit as one alone', async () => {
  await makeAgents('khiva', 2)
  await run(support, { action: 'agent.suspend', note, rows: await rowsIn('khiva') })
  for (const { id } of await listed('khiva')) {
    const { agent } = (await support.call(contract.readAgent, { agent_id: id })).payload
    expect(agent).toMatchObject({ status: 'suspended', note })
    expect(agent.status_changes[0]).toMatchObject({ status: 'suspended', note })
    const audit = await admin.call(contract.listAudit, { subject_kind: 'agent', subject_id: id })
    expect(audit.payload.list[0]).toMatchObject({
      action: 'agent.suspend',
      reason: note,
      operator_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      subject_name: `${agent.first_name} ${agent.last_name} (${agent.cash_id})`,
    })
  }
})

test('rows are never done twice, however often the call is sent', async () => {
  await makeAgents('termez', 2)
  const request = { action: 'agent.suspend', note, rows: await rowsIn('termez') } as const
  const [one, other] = await Promise.all([run(support, request), run(support, request)])
  expect((one.counts.done ?? 0) + (other.counts.done ?? 0)).toBe(2)
  const [first] = request.rows
  if (!first) throw new Error('no agents were made')
  const twice = { action: 'agent.restore', rows: [first, first].map(({ id }) => ({ id, version: 2 })) } as const
  expect((await run(support, twice)).counts).toMatchObject({ done: 1, refused: 0 })
  const changes = await world.db.query(
    sql`
      select count(*) as count from agent_status_change as change join agent on agent.id = change.agent_id
      where agent.city = 'termez'`,
    { count: col.int8 },
  )
  expect(only(changes).count).toBe(3n)
})

test('a row that fails unexpectedly does not affect the others', async () => {
  await makeAgents('jizzakh', 3)
  const rows = await rowsIn('jizzakh')
  await world.db.transaction((tx) =>
    tx.script(`alter table agent add constraint broken check (id <> '${rows[1]?.id}' or status <> 'suspended')`),
  )
  const { counts, notDone } = await run(support, { action: 'agent.suspend', note, rows })
  await world.db.execute(sql`alter table agent drop constraint broken`)
  expect(counts).toMatchObject({ done: 2, refused: 1 })
  expect(notDone.map(({ code }) => code)).toEqual(['internal'])
})

test('only roles that may act on one row may act on many', async () => {
  await makeAgents('guliston', 2)
  const finance = await operatorOf(world.address, 'finance')
  const request = { action: 'agent.suspend', note, rows: await rowsIn('guliston') } as const
  expect((await finance.call(contract.runBulkAct, request)).failure.code).toBe('role_not_allowed')
  expect((await listed('guliston')).map(({ status }) => status)).toEqual(['approved', 'approved'])
})

test('requests are rejected in bulk, not one’s own, and never approved in bulk', async () => {
  await makeAgents('qarshi', 2)
  const [first, second] = await listed('qarshi')
  for (const [client, agent] of [
    [risk, first],
    [admin, second],
  ] as const) {
    const terms = { agent_id: agent?.id ?? '', version: 1, credit_line: '90000000.00', reason: 'A large point' }
    await client.call(contract.setAgentTerms, terms)
  }
  const { list } = (await risk.call(contract.listApprovalRequests, { state: 'pending', kind: 'agent_terms' })).payload
  const approval = { action: 'request.approve', rows: rowsOf(list) } as unknown as Request
  expect((await admin.call(contract.runBulkAct, approval)).failure.errors).toHaveProperty('action')
  const { counts, notDone } = await run(risk, { action: 'request.reject', note, rows: rowsOf(list) })
  expect(counts).toEqual({ done: 1, waiting: 0, refused: 1 })
  expect(notDone.map(({ code }) => code)).toEqual(['own_request_not_allowed'])
  expect(await world.verify()).toEqual([])
})

test('applications are approved where they signed up, and those without a point are left', async () => {
  await makeAgents('zarafshan', 2, 'pending')
  await world.db.execute(sql`update agent set geo_area = 300 where city = 'zarafshan'`)
  await world.db.execute(sql`
    update agent set geo_lat = null, geo_lon = null
    where cash_id = (select max(cash_id) from agent where city = 'zarafshan')`)
  const { counts, notDone } = await run(support, { action: 'agent.approve', rows: await rowsIn('zarafshan') })
  expect(counts).toMatchObject({ done: 1, refused: 1 })
  expect(notDone.map(({ code }) => code)).toEqual(['point_missing'])
})

test('a missing note, no rows and more than 200 rows are refused before anything is done', async () => {
  const row = { id: '019a0000-0000-7000-8000-000000000001', version: 1 }
  const failure = async (request: Request) => (await support.call(contract.runBulkAct, request)).failure.errors
  expect(await failure({ action: 'agent.suspend', rows: [row] })).toHaveProperty('note')
  expect(await failure({ action: 'agent.suspend', note, rows: [] })).toHaveProperty('rows')
  expect(await failure({ action: 'agent.suspend', note, rows: Array.from({ length: 201 }, () => row) })).toHaveProperty(
    'rows',
  )
})

test('sessions of an agent are ended one by one, a session that had ended is refused, and only roles that may end one may end many', async () => {
  const password = 'Quiet-Harbour-9'
  const agent = await someAgent(world, { status: 'approved', passwordHash: await hashPassword(password) })
  const tokens: string[] = []
  for (const user_agent of ['Tablet', 'Phone', 'Laptop']) {
    tokens.push((await world.call(logIn, { email: agent.email, password, user_agent })).payload.token ?? '')
  }
  const areIn = () =>
    Promise.all(tokens.map(async (token) => (await world.call(getProfile, {}, { token })).status === 200))
  const { list } = (await support.call(contract.listAgentSessions, { agent_id: agent.id })).payload
  const [laptop, phone] = list.map(({ id, version }) => ({ id, version }))
  if (!laptop || !phone) throw new Error('no sessions were opened')

  const request: Request = { action: 'session.end', note: 'A lost bag', rows: [laptop, phone] }
  const finance = await operatorOf(world.address, 'finance')
  expect((await finance.call(contract.runBulkAct, request)).failure.code).toBe('role_not_allowed')
  await risk.call(contract.endAgentSession, { agent_id: agent.id, session_id: laptop.id })
  const { counts, notDone } = await run(support, request)
  expect(counts).toEqual({ done: 1, waiting: 0, refused: 1 })
  expect(notDone).toMatchObject([{ id: laptop.id, code: 'session_over' }])
  expect(await areIn()).toEqual([true, false, false])
  const audit = await admin.call(contract.listAudit, { subject_kind: 'agent', subject_id: agent.id })
  expect(audit.payload.list.map(({ action, reason, after }) => [action, reason, after])).toEqual([
    ['agent.end-session', 'A lost bag', { session_id: phone.id }],
    ['agent.end-session', null, { session_id: laptop.id }],
  ])
})
