import { getProfile, logIn } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { agentOf, someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../access/passwords.ts'

let world: World
let support: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  support = await operatorOf(world.address, 'support')
})
afterAll(() => world.close())

const unknownId = '00000000-0000-7000-8000-00000000dead'
const idOf = async (name: string) => {
  const [row] = await world.db.query(sql`select id from agent where id = ${agentOf(`${name}@cashbox.test`)}`, {
    id: col.uuid,
  })
  return row?.id ?? ''
}

test('contact details are changed by support, with a reason, and found by the new name', async () => {
  const agent = await someAgent(world, { city: 'Bukhara' })
  const change = { agent_id: agent.id, version: 1, reason: 'They moved' }
  const wrong = await support.call(contract.changeAgentContact, { ...change, phone: '12', messenger: 'pigeon' })
  expect(Object.keys(wrong.failure.errors)).toEqual(['messenger', 'phone'])
  const { payload } = await support.call(contract.changeAgentContact, {
    ...change,
    last_name: 'Rashidova',
    phone: '+998 90 765 43 21',
    city: 'Samarkand',
  })
  expect(payload.agent).toMatchObject({ last_name: 'Rashidova', phone: '+998907654321', city: 'Samarkand', version: 2 })
  const found = await support.call(contract.listAgents, { search: 'rashidova' })
  expect(found.payload.list.map(({ id }) => id)).toEqual([agent.id])
  const finance = await operatorOf(world.address, 'finance')
  const audit = await finance.call(contract.listAudit, { subject_kind: 'agent', subject_id: agent.id })
  expect(audit.payload.list[0]).toMatchObject({
    action: 'agent.change-contact',
    reason: 'They moved',
    before: { city: 'Bukhara', last_name: 'Karimova' },
    after: { city: 'Samarkand', last_name: 'Rashidova' },
  })
  expect((await support.call(contract.changeAgentContact, change)).failure.code).toBe('version_conflict')
})

test('an agent is shown with all they gave, and never with a secret', async () => {
  const agent = await someAgent(world, { passwordHash: '$argon2id$secret', city: 'Bukhara', street: 'Navoi 5' })
  const { payload } = await support.call(contract.readAgent, { agent_id: agent.id })
  expect(payload.agent).toMatchObject({
    id: agent.id,
    cash_id: agent.cashId,
    status: 'pending',
    first_name: 'Aziza',
    last_name: 'Karimova',
    email: agent.email,
    is_email_verified: true,
    phone: '+998901112233',
    messenger: 'telegram',
    messenger_id: '@aziza',
    country_code: 'UZ',
    city: 'Bukhara',
    street: 'Navoi 5',
    language: 'en',
    geo_lat: '41.2995',
    channel: { code: 'tashkent', name: 'Tashkent', currency_code: 'UZS' },
    balance: '0.00',
    commission: '0.00',
    volume_today: '0.00',
    max_amount: null,
    daily_limit: null,
    credit_line: null,
    deposit_fee_bp: null,
    withdraw_fee_bp: null,
    last_location: null,
    counts: { confirmations: 0, topups: 0, notes: 0, open_sessions: 1 },
    version: 1,
  })
  expect(JSON.stringify(payload)).not.toContain('argon2')
})

describe('notes', () => {
  const add = (client: OperatorClient, agent_id: string, text: string) =>
    client.call(contract.addAgentNote, { agent_id, text })

  test('are kept with who and when, newest first, page by page', async () => {
    const { id } = await someAgent(world)
    const finance = await operatorOf(world.address, 'finance')
    for (const text of ['first', 'second', 'third']) await add(finance, id, text)
    const first = (await support.call(contract.listAgentNotes, { agent_id: id, limit: '2' })).payload
    expect(first.list).toMatchObject([
      { text: 'third', author: 'Sandbox finance' },
      { text: 'second', author: 'Sandbox finance' },
    ])
    const cursor = first.next_cursor ?? ''
    const rest = (await support.call(contract.listAgentNotes, { agent_id: id, cursor })).payload
    expect([rest.list.map(({ text }) => text), rest.next_cursor]).toEqual([['first'], null])
    expect((await support.call(contract.readAgent, { agent_id: id })).payload.agent.counts.notes).toBe(3)
  })

  test('are never shown to the agent, and can neither be changed nor removed', async () => {
    const agent = await someAgent(world)
    await add(support, agent.id, 'looks odd')
    const profile = await world.call(getProfile, {}, { token: agent.token })
    expect(JSON.stringify(profile.payload)).not.toContain('looks odd')
    await expect(world.db.execute(sql`update agent_note set text = ''`)).rejects.toThrow('append-only')
    await expect(world.db.execute(sql`delete from agent_note`)).rejects.toThrow('append-only')
  })

  test('of an unknown agent are refused, and so are empty ones', async () => {
    expect((await add(support, unknownId, 'x')).status).toBe(404)
    expect((await add(support, await idOf('approved'), ' ')).status).toBe(422)
  })
})

describe('sessions', () => {
  const password = 'Quiet-Harbour-9'
  async function agentWithSessions(count: number) {
    const agent = await someAgent(world, { status: 'approved', passwordHash: await hashPassword(password) })
    const tokens: string[] = []
    for (let index = 0; index < count; index += 1) {
      const { payload } = await world.call(logIn, {
        email: agent.email,
        password,
        fingerprint: `device-${index}`,
        user_agent: 'Phone',
      })
      tokens.push(payload.token ?? '')
    }
    return { ...agent, tokens }
  }
  const isIn = async (token: string) => (await world.call(getProfile, {}, { token })).status === 200
  const sessionsOf = async (agent_id: string) =>
    (await support.call(contract.listAgentSessions, { agent_id })).payload.list

  test('are shown with device and address, newest first, without their tokens', async () => {
    const agent = await agentWithSessions(2)
    const sessions = await sessionsOf(agent.id)
    expect(sessions.map(({ fingerprint }) => fingerprint)).toEqual(['device-1', 'device-0', null])
    expect(sessions[0]).toMatchObject({ user_agent: 'Phone', ip: '127.0.0.1', is_active: true, ended_at: null })
    expect(JSON.stringify(sessions)).not.toContain(agent.tokens[1])
    const page = (await support.call(contract.listAgentSessions, { agent_id: agent.id, limit: '2' })).payload
    const cursor = page.next_cursor ?? ''
    const rest = (await support.call(contract.listAgentSessions, { agent_id: agent.id, cursor })).payload
    expect(rest.list.map(({ id }) => id)).toEqual([sessions[2]?.id])
  })

  test('end one at a time, at once', async () => {
    const agent = await agentWithSessions(2)
    const [newest] = await sessionsOf(agent.id)
    const ids = { agent_id: agent.id, session_id: newest?.id ?? '' }
    expect((await support.call(contract.endAgentSession, ids)).status).toBe(200)
    expect([await isIn(agent.tokens[1] ?? ''), await isIn(agent.tokens[0] ?? '')]).toEqual([false, true])
    expect((await sessionsOf(agent.id))[0]).toMatchObject({ is_active: false, ended_at: expect.any(Number) })
    expect((await support.call(contract.endAgentSession, ids)).status).toBe(200)
    const admin = await operatorOf(world.address, 'admin')
    const { list } = (await admin.call(contract.listAudit, { subject_kind: 'agent', subject_id: agent.id })).payload
    expect(list.map(({ action }) => action)).toEqual(['agent.end-session'])
  })

  test('end all together, at once', async () => {
    const agent = await agentWithSessions(2)
    const { payload } = await support.call(contract.endAgentSessions, { agent_id: agent.id })
    expect(payload.ended).toBe(3)
    for (const token of [...agent.tokens, agent.token]) expect(await isIn(token)).toBe(false)
  })

  test("of one agent can't be ended as another's", async () => {
    const agent = await agentWithSessions(1)
    const [newest] = await sessionsOf(agent.id)
    const ids = { agent_id: await idOf('approved'), session_id: newest?.id ?? '' }
    expect((await support.call(contract.endAgentSession, ids)).status).toBe(404)
    expect(await isIn(agent.tokens[0] ?? '')).toBe(true)
  })

  test('that ran out are not called open', async () => {
    const agent = await someAgent(world)
    world.clock.advance(13 * 60 * 60)
    support = await operatorOf(world.address, 'support')
    expect((await sessionsOf(agent.id))[0]).toMatchObject({ is_active: false, ended_at: null })
  })
})

describe('what an agent confirmed', () => {
  async function agentWithHistory() {
    const agent = await someAgent(world, { status: 'approved', float: '100.00' })
    for (const amount of ['1.00', '2.00', '3.00']) {
      const { transaction_id } = await world.openTransaction('deposit', amount)
      const at = Math.floor(world.clock.now().getTime() / 1000) - 5
      const where = { geo_lat: '41.3085', geo_lon: '69.2401', geo_accuracy: 12.5, geo_at: at }
      await world.confirm(agent.token, { type: 'deposit', transaction_id, amount, ...where })
    }
    return agent
  }

  test('is listed newest first, page by page', async () => {
    const { id } = await agentWithHistory()
    const first = (await support.call(contract.listAgentConfirmations, { agent_id: id, limit: '2' })).payload
    expect(first.list).toMatchObject([
      {
        number: 3,
        type: 'deposit',
        amount: '3.00',
        fee: '0.06',
        fee_bp: 200,
        player_id: '48210007',
        reversed_at: null,
      },
      { number: 2, amount: '2.00' },
    ])
    expect(first.next_cursor).toBe('2')
    const rest = (await support.call(contract.listAgentConfirmations, { agent_id: id, cursor: '2' })).payload
    expect([rest.list.map(({ amount }) => amount), rest.next_cursor]).toEqual([['1.00'], null])
  })

  test('shows where it was: location, distance, accuracy, age, address and session', async () => {
    const { id } = await agentWithHistory()
    const { list, next_cursor } = (await support.call(contract.listAgentLocations, { agent_id: id, limit: '1' }))
      .payload
    expect(next_cursor).toBe('3')
    expect(list).toMatchObject([
      {
        number: 3,
        geo_lat: '41.3085',
        distance_m: 1001,
        accuracy_m: 12.5,
        ip: '127.0.0.1',
        session_id: expect.any(String),
      },
    ])
    expect(list[0]?.age_s).toBeGreaterThanOrEqual(5)
    const { agent } = (await support.call(contract.readAgent, { agent_id: id })).payload
    expect(agent).toMatchObject({ last_location: { geo_lat: '41.3085', distance_m: 1001 }, volume_today: '6.00' })
  })

  test('has no distance where there is no point', async () => {
    const { id } = await agentWithHistory()
    await world.db.execute(sql`update agent set geo_lat = null, geo_lon = null where id = ${id}`)
    const { list } = (await support.call(contract.listAgentLocations, { agent_id: id })).payload
    expect(list.map(({ distance_m }) => distance_m)).toEqual([null, null, null])
    const { agent } = (await support.call(contract.readAgent, { agent_id: id })).payload
    expect(agent.last_location?.distance_m).toBeNull()
  })
})

test("an agent's top-ups are listed newest first, page by page", async () => {
  const { id } = await someAgent(world, { status: 'approved' })
  await world.db.execute(sql`
    insert into topup (id, agent_id, rail, reference, state, coin, units, decimals, seen_at)
    select ('00000000-0000-7000-8000-00000000010' || n)::uuid, ${id}, 'tron', 'tron test ' || n, 'confirming', 'USDT', 1000000 * n, 6, now()
    from generate_series(1, 3) as n`)
  const first = (await support.call(contract.listAgentTopups, { agent_id: id, limit: '2' })).payload
  expect(first.list.map(({ sent }) => sent)).toEqual(
    ['3', '2'].map((sent) => expect.stringMatching(`^${sent}(\\.0+)?$`)),
  )
  const cursor = first.next_cursor ?? ''
  const rest = (await support.call(contract.listAgentTopups, { agent_id: id, cursor })).payload
  expect([rest.list.length, rest.next_cursor]).toEqual([1, null])
})

test.each([
  contract.listAgentNotes,
  contract.listAgentSessions,
  contract.listAgentLocations,
  contract.listAgentConfirmations,
  contract.listAgentTopups,
])('$path of an unknown agent is refused, and of a new agent it is empty', async (endpoint) => {
  expect((await support.call(endpoint, { agent_id: unknownId })).status).toBe(404)
  const { id } = await someAgent(world)
  const { payload } = await support.call(endpoint, { agent_id: id })
  expect(payload).toEqual({
    list: endpoint === contract.listAgentSessions ? [expect.anything()] : [],
    next_cursor: null,
  })
})
