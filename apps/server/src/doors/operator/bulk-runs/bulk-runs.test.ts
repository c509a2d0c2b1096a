import { randomUUID } from 'node:crypto'
import { getProfile, type InputOf, logIn } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperatorClient, operatorOf } from '../../../../test/operator-client.ts'
import { someAgent } from '../../../../test/some-agent.ts'
import { bulkWork, openWorld, type World } from '../../../../test/world.ts'
import { int8, uuid } from '../../../platform/db/columns.ts'
import { only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { BULK_JOB } from './services.ts'

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

const AT_ONCE = 1000

/** Copies of a seeded agent, each with accounts of its own, found by their city. */
async function makeAgents(city: string, count: number, status = 'approved'): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    await insertAgents(city, { from, to: Math.min(count, from + AT_ONCE - 1) }, status)
  }
}

async function insertAgents(city: string, { from, to }: { from: number; to: number }, status: string) {
  await world.db.execute(sql`
    with template as (select * from agent where email = 'approved@cashbox.test'),
    made as (
      select number, gen_random_uuid() as id, gen_random_uuid() as float, gen_random_uuid() as commission,
             gen_random_uuid() as expense
      from generate_series(${from}::integer, ${to}::integer) as number),
    accounts as (
      insert into account (id, kind, agent_id, asset, floor)
      select account.id, source.kind, made.id, source.asset, source.floor
      from made cross join template
      cross join lateral (values (made.float, template.float_id), (made.commission, template.commission_id),
                                 (made.expense, template.expense_id)) as account (id, source_id)
      join account as source on source.id = account.source_id)
    insert into agent (id, channel_id, status, email, email_verified_at, password_hash, first_name, last_name, city,
                       geo_lat, geo_lon, geo_area, float_id, commission_id, expense_id, created_at)
    select made.id, channel_id, ${status}, ${city}::text || made.number || '@example.com', created_at, password_hash,
           first_name, last_name, ${city}, geo_lat, geo_lon, geo_area, made.float, made.commission, made.expense, created_at
    from made cross join template order by made.number`)
}

/** Its rows are found by the search for what their addresses begin with. */
const found = (city: string) => ({ search: city })
const listed = async (city: string) =>
  (await risk.call(contract.listAgents, { ...found(city), limit: '200' })).payload.list

type Wish = Omit<InputOf<typeof contract.startBulkRun>, 'key'> & { key?: string }
const start = (client: OperatorClient, wish: Wish) => client.call(contract.startBulkRun, { key: randomUUID(), ...wish })

/** As the worker does it, slice by slice. */
async function work(runId: string): Promise<void> {
  const { [BULK_JOB]: handler } = bulkWork({ ...world, db: world.ofServer })
  let again: Date | void = new Date()
  while (again) again = await handler?.({ run_id: runId })
}

async function run(client: OperatorClient, wish: Wish) {
  const { payload, failure } = await start(client, wish)
  if (!payload) throw new Error(`the run was refused: ${failure.code}`)
  await work(payload.run.id)
  const { run: ended } = (await client.call(contract.readBulkRun, { run_id: payload.run.id })).payload
  const undone = (await client.call(contract.listBulkRows, { run_id: ended.id, undone: 'true' })).payload.list
  return { ended, undone }
}

const note = 'The office in this city is closed this week.'

test('rows that changed meanwhile keep their change, the others are done, and each says what became of it', async () => {
  await makeAgents('nukus', 5)
  const seen = await listed('nukus')
  const [changed, blocked] = seen
  if (!changed || !blocked) throw new Error('no agents were made')
  await risk.call(contract.setAgentTerms, { agent_id: changed.id, version: 1, geo_area: 77, reason: 'Moved' })
  await risk.call(contract.decideAgent, { agent_id: blocked.id, version: 1, action: 'block', note })
  const rows = seen.map(({ id, version }) => ({ id, version }))
  const { ended, undone } = await run(support, { action: 'agent.suspend', note, rows })
  expect(ended).toMatchObject({ total: 5, counts: { done: 3, waiting: 0, failed: 0, refused: 2 } })
  expect(ended.finished_at).not.toBeNull()
  expect(undone.map(({ id, code }) => [id, code])).toEqual([
    [changed.id, 'version_conflict'],
    [blocked.id, 'version_conflict'],
  ])
  expect(undone[0]?.reason).toMatch(/changed/)
  const statuses = (await listed('nukus')).map(({ status }) => status)
  expect(statuses).toEqual(['approved', 'blocked', 'suspended', 'suspended', 'suspended'])
  const file = await fetch(`${world.address}/operator/v1/exports/bulk-rows?run_id=${ended.id}`, {
    headers: { cookie: support.cookie() },
  })
  const ofAnother = await fetch(`${world.address}/operator/v1/exports/bulk-rows?run_id=${ended.id}`, {
    headers: { cookie: risk.cookie() },
  })
  expect(ofAnother.status).toBe(404)
  expect((await file.text()).split('\n').filter((line) => line.includes('version_conflict'))).toHaveLength(2)
})

test('a suspension of many is undone for the rows that it changed and that have not changed since, by its operator', async () => {
  await makeAgents('urgench', 4)
  const seen = await listed('urgench')
  const [untouched, blocked] = seen
  if (!untouched || !blocked) throw new Error('no agents were made')
  await risk.call(contract.setAgentTerms, { agent_id: untouched.id, version: 1, geo_area: 77, reason: 'Moved' })
  const rows = seen.map(({ id, version }) => ({ id, version }))
  const { ended } = await run(support, { action: 'agent.suspend', note, rows })
  expect(ended.counts).toMatchObject({ done: 3, refused: 1 })
  await risk.call(contract.decideAgent, { agent_id: blocked.id, version: 2, action: 'block', note })
  const undo = { action: 'agent.restore', undoes: ended.id } as const
  const { ended: undone } = await run(support, undo)
  expect(undone).toMatchObject({ action: 'agent.restore', total: 3, counts: { done: 2, refused: 1 } })
  expect((await listed('urgench')).map(({ status }) => status)).toEqual(['approved', 'blocked', 'approved', 'approved'])

  const { ended: again } = await run(support, undo)
  expect(again.counts).toMatchObject({ done: 0, refused: 3 })
  expect((await start(risk, undo)).failure.code).toBe('not_found')
  expect((await start(support, { ...undo, undoes: undone.id })).failure.errors).toHaveProperty('action')
  expect((await start(support, { ...undo, rows })).failure.errors).toHaveProperty('rows')
})

test('each row has the same letter, history and audit as one alone, and the run itself is audited', async () => {
  await makeAgents('khiva', 2)
  const { ended } = await run(support, { action: 'agent.suspend', note, filters: found('khiva') })
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
  const audit = await admin.call(contract.listAudit, { subject_kind: 'bulk_run', subject_id: ended.id })
  expect(audit.payload.list.map(({ action }) => action)).toEqual(['bulk.end', 'bulk.start'])
})

test('the same key again is the same run, with another body it is refused, and rows are never done twice', async () => {
  await makeAgents('termez', 2)
  const key = randomUUID()
  const wish = { key, action: 'agent.suspend', note, filters: found('termez') } as const
  const [one, other] = await Promise.all([start(support, wish), start(support, wish)])
  expect(one.payload.run.id).toBe(other.payload.run.id)
  await Promise.all([work(one.payload.run.id), work(one.payload.run.id)])
  expect((await start(support, wish)).payload.run).toMatchObject({ counts: { done: 2, refused: 0 } })
  expect((await start(support, { ...wish, note: 'Another note' })).failure.code).toBe('idempotency_key_reused')
  const letters = await world.db.query(
    sql`
      select count(*) as count from agent_status_change as change join agent on agent.id = change.agent_id
      where agent.city = 'termez'`,
    { count: int8 },
  )
  expect(only(letters).count).toBe(2n)
})

test('a run that was broken off goes on where it was', async () => {
  await makeAgents('jizzakh', 3)
  const { payload } = await start(support, { action: 'agent.suspend', note, filters: found('jizzakh') })
  const run_id = payload.run.id
  // As after a worker that ended behind its first row.
  await world.db.execute(sql`update bulk_row set outcome = 'done' where run_id = ${run_id} and place = 1`)
  await work(run_id)
  expect((await listed('jizzakh')).map(({ status }) => status)).toEqual(['approved', 'suspended', 'suspended'])
})

test('only roles that may do it to one row may do it to many, also when the role is taken away meanwhile', async () => {
  await makeAgents('guliston', 2)
  const finance = await operatorOf(world.address, 'finance')
  const wish = { action: 'agent.suspend', note, filters: found('guliston') } as const
  expect((await start(finance, wish)).failure.code).toBe('role_not_allowed')
  const { payload } = await start(support, wish)
  await world.db.execute(sql`update operator set role = 'finance' where email = 'support@cashbox.test'`)
  await work(payload.run.id)
  await world.db.execute(sql`update operator set role = 'support' where email = 'support@cashbox.test'`)
  const undone = (await support.call(contract.listBulkRows, { run_id: payload.run.id })).payload.list
  expect(undone.map(({ code }) => code)).toEqual(['role_not_allowed', 'role_not_allowed'])
  expect((await risk.call(contract.readBulkRun, { run_id: payload.run.id })).failure.code).toBe('not_found')
})

test('no operator approves their own requests by approving all, and a request that can no longer be carried out says so', async () => {
  await makeAgents('qarshi', 3)
  const agents = await listed('qarshi')
  const asking = [risk, admin, admin] as const
  for (const [index, { id }] of agents.entries()) {
    const terms = { agent_id: id, version: 1, credit_line: '90000000.00', reason: 'A large point' }
    await asking[index]?.call(contract.setAgentTerms, terms)
  }
  // The last one is decided about in another way, so that its request can't be carried out.
  await risk.call(contract.decideAgent, { agent_id: agents[2]?.id ?? '', version: 1, action: 'suspend', note })
  const { ended, undone } = await run(risk, { action: 'change.approve', filters: { state: 'pending' } })
  expect(ended.counts).toEqual({ done: 1, waiting: 0, failed: 1, refused: 1 })
  expect(undone.map(({ outcome, code }) => [outcome, code]).toSorted()).toEqual([
    ['failed', 'version_conflict'],
    ['refused', 'own_request_not_allowed'],
  ])
  expect(await world.verify()).toEqual([])
})

test('applications are approved where they signed up, and those without a point are left', async () => {
  await makeAgents('zarafshan', 2, 'pending')
  await world.db.execute(sql`
    update agent set geo_lat = null, geo_lon = null
    where cash_id = (select max(cash_id) from agent where city = 'zarafshan')`)
  const { ended, undone } = await run(support, { action: 'agent.approve', filters: found('zarafshan') })
  expect(ended.counts).toMatchObject({ done: 1, refused: 1 })
  expect(undone.map(({ code }) => code)).toEqual(['point_missing'])
})

test('what is missing or nothing is refused before it begins', async () => {
  const wish = { action: 'agent.suspend', note, filters: { search: 'no such agent' } } as const
  expect((await start(support, wish)).failure.code).toBe('no_rows')
  expect((await start(support, { action: 'agent.suspend', filters: {} })).failure.errors).toHaveProperty('note')
  expect((await start(support, { action: 'agent.suspend', note })).failure.errors).toHaveProperty('rows')
})

test('sessions of an agent are ended one by one, with a name for what had ended, and only by those who may end one', async () => {
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

  const wish: Wish = { action: 'session.end', note: 'A lost bag', rows: [laptop, phone] }
  const finance = await operatorOf(world.address, 'finance')
  expect((await start(finance, wish)).failure.code).toBe('role_not_allowed')
  await risk.call(contract.endAgentSession, { agent_id: agent.id, session_id: laptop.id })
  const { ended, undone } = await run(support, wish)
  expect(ended.counts).toEqual({ done: 1, waiting: 0, failed: 0, refused: 1 })
  expect(undone).toMatchObject([{ id: laptop.id, code: 'session_over', name: 'Laptop, 127.0.0.1' }])
  expect(await areIn()).toEqual([true, false, false])
  const audit = await admin.call(contract.listAudit, { subject_kind: 'agent', subject_id: agent.id })
  expect(audit.payload.list.map(({ action, reason, after }) => [action, reason, after])).toEqual([
    ['agent.end-session', 'A lost bag', { session_id: phone.id }],
    ['agent.end-session', null, { session_id: laptop.id }],
  ])

  const all = await run(support, { action: 'session.end', filters: { agent_id: agent.id } })
  expect(all.ended.counts).toMatchObject({ done: 2, refused: 2 })
  expect(await areIn()).toEqual([false, false, false])
})

test('of ten thousand rows those that changed meanwhile are left alone, and more than that are refused', async () => {
  await makeAgents('samarqand', 10_000)
  const wish = { action: 'agent.suspend', note, filters: found('samarqand') } as const
  const { payload } = await start(support, wish)
  expect(payload.run.total).toBe(10_000)
  const count = async () =>
    (await support.call(contract.countBulkRows, { action: wish.action, filters: wish.filters })).payload.count
  expect(await count()).toBe(10_000)
  // All but each fiftieth is changed by another operator before its turn.
  await world.db.execute(sql`
    update agent set version = version + 1 where city = 'samarqand' and cash_id % 50 <> 0`)
  await work(payload.run.id)
  const { run: ended } = (await support.call(contract.readBulkRun, { run_id: payload.run.id })).payload
  expect(ended.counts).toEqual({ done: 200, waiting: 0, failed: 0, refused: 9800 })
  const suspended = await world.db.query(
    sql`select id from agent where city = 'samarqand' and (status = 'suspended') <> (cash_id % 50 = 0)`,
    { id: uuid },
  )
  expect(suspended).toEqual([])
  await makeAgents('samarqand+', 1)
  expect(await count()).toBe(10_001)
  expect((await start(support, wish)).failure.code).toBe('too_many_rows')
})
