import { type AgentStatus, agentStatuses, getProfile, LIVE_PATH, languages } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let world: World
let support: OperatorClient
let risk: OperatorClient
beforeAll(async () => {
  world = await openWorld({ worker: true })
  support = await operatorOf(world.address, 'support')
  risk = await operatorOf(world.address, 'risk')
})
afterAll(() => world.close())

const place = { channel: 'tashkent', geo_lat: '41.2995', geo_lon: '69.2401', geo_area: 500 }
const read = async (agent_id: string) => (await risk.call(contract.readAgent, { agent_id })).payload.agent
const statusSeenBy = async (token: string) => (await world.call(getProfile, {}, { token })).payload.user.status

const act = (client: OperatorClient, agent_id: string, action: contract.AgentAction | 'approve', version = 1) =>
  action === 'approve'
    ? client.call(contract.approveAgent, { agent_id, version, ...place, note: 'Welcome' })
    : client.call(contract.decideAgent, { agent_id, version, action, note: 'Because.' })

async function confirmSomething(token: string) {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '10.00')
  return world.confirm(token, { type: 'withdraw', transaction_id, amount: '10.00', security_code })
}

const allowed: Record<contract.AgentAction | 'approve', Partial<Record<AgentStatus, AgentStatus>>> = {
  approve: { pending: 'approved', rejected: 'approved' },
  reject: { pending: 'rejected' },
  request_info: { pending: 'pending', rejected: 'pending' },
  suspend: { approved: 'suspended' },
  block: { approved: 'blocked', suspended: 'blocked' },
  restore: { suspended: 'approved', blocked: 'approved' },
}
/** An agent as support has left them. Support alone restores whom support stopped. */
async function agentIn(status: AgentStatus, more: Parameters<typeof someAgent>[1] = {}, stoppedBy = 'support') {
  if (status !== 'suspended' && status !== 'blocked') return someAgent(world, { status, ...more })
  const agent = await someAgent(world, { status: 'approved', ...more })
  // As written by a machine whose clock is behind: the order counts.
  await world.db.execute(sql`
    insert into agent_status_change (id, agent_id, status, changed_by, role, changed_at)
    values (overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, ${agent.id}, ${status}, 'An operator', ${stoppedBy},
      '2001-01-01')`)
  await world.db.execute(sql`update agent set status = ${status} where id = ${agent.id}`)
  return agent
}
const ways = agentStatuses.flatMap((from) =>
  Object.entries(allowed).map(([action, to]) => [action as keyof typeof allowed, from, to[from] ?? null] as const),
)

describe('a decision', () => {
  test.each(ways)('to %s a %s agent leads to %s', async (action, from, to) => {
    const agent = await agentIn(from)
    const { status_changes } = await read(agent.id)
    const { possible_actions } = await read(agent.id)
    expect(possible_actions.some((possible) => possible.action === action)).toBe(to !== null)
    const { status, payload, failure } = await act(support, agent.id, action)
    const after = await read(agent.id)
    if (to === null) {
      expect([status, failure.code]).toEqual([409, 'transition_not_allowed'])
      expect([after.status, after.version, after.status_changes.length]).toEqual([from, 1, status_changes.length])
      return
    }
    expect(payload.agent).toMatchObject({ status: to, version: 2 })
    expect(await statusSeenBy(agent.token)).toBe(to)
    expect(after.status_changes[0]).toMatchObject({ status: to, changed_by: 'Sandbox support' })
  })

  test('takes the right to confirm with it, and gives it back', async () => {
    const agent = await someAgent(world, { status: 'pending' })
    expect((await confirmSomething(agent.token)).failure.code).toBe('agent_not_active')
    await act(support, agent.id, 'approve', 1)
    expect((await confirmSomething(agent.token)).status).toBe(200)
    await act(support, agent.id, 'suspend', 2)
    expect((await confirmSomething(agent.token)).failure.code).toBe('agent_not_active')
    await act(support, agent.id, 'restore', 3)
    expect((await confirmSomething(agent.token)).status).toBe(200)
    await act(support, agent.id, 'block', 4)
    expect((await confirmSomething(agent.token)).failure.code).toBe('agent_not_active')
  })

  test('to restore is taken alone by the role that stopped the agent, and else by two', async () => {
    const agent = await someAgent(world, { status: 'approved' })
    await act(risk, agent.id, 'suspend')
    // A block by support does not make the stop theirs.
    await act(support, agent.id, 'block', 2)
    const { payload } = await act(support, agent.id, 'restore', 3)
    expect(payload).toMatchObject({
      agent: { status: 'blocked' },
      request: { kind: 'agent_restore', state: 'pending', after: { status: 'approved' }, fields: ['status'] },
    })
    const { id: request_id, version } = (payload as { request: { id: string; version: number } }).request
    const decision = { request_id, version, decision: 'approve' } as const
    const own = await operatorOf(world.address, 'finance')
    expect((await own.call(contract.decideApprovalRequest, decision)).failure.code).toBe('role_not_allowed')
    await risk.call(contract.decideApprovalRequest, decision)
    expect(await read(agent.id)).toMatchObject({ status: 'approved' })
    await act(risk, agent.id, 'block', 4)
    expect((await act(risk, agent.id, 'restore', 5)).payload).toMatchObject({
      agent: { status: 'approved' },
      request: null,
    })
  })

  test('to restore is taken by two when no one knows which role stopped the agent', async () => {
    const agent = await someAgent(world, { status: 'suspended' })
    expect((await act(risk, agent.id, 'restore')).payload).toMatchObject({
      agent: { status: 'suspended' },
      request: { kind: 'agent_restore', state: 'pending' },
    })
  })

  test('to restore is judged by the order of the stops, not by the clock of the machine that wrote them', async () => {
    const agent = await agentIn('suspended', {}, 'risk')
    expect((await act(support, agent.id, 'restore')).payload.request).toMatchObject({ kind: 'agent_restore' })
    expect((await act(risk, agent.id, 'restore')).payload.request).toBeNull()
  })

  test('waits for the confirmation that is under way, so that none ends after it', async () => {
    const agent = await someAgent(world, { status: 'approved' })
    let isAnswered = false
    const decision = await world.db.transaction(async (tx) => {
      // As a confirmation does.
      await tx.execute(sql`
        select 1 from account where id = (select float_id from agent where id = ${agent.id}) for update`)
      const deciding = act(support, agent.id, 'suspend').then((answer) => {
        isAnswered = true
        return answer
      })
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(isAnswered).toBe(false)
      return { deciding }
    })
    expect((await decision.deciding).status).toBe(200)
    expect((await confirmSomething(agent.token)).failure.code).toBe('agent_not_active')
  })

  test('shows its note to the agent as it was written, and to operators with who and when', async () => {
    const agent = await someAgent(world)
    const note = 'Пришлите, пожалуйста, фото точки <b>с улицы</b>.'
    await support.call(contract.decideAgent, { agent_id: agent.id, version: 1, action: 'request_info', note })
    expect((await world.call(getProfile, {}, { token: agent.token })).payload.user.note).toBe(note)
    const { info_requested_at, status_changes } = await read(agent.id)
    expect(info_requested_at).toBeGreaterThan(0)
    expect(status_changes.map((change) => [change.status, change.note, change.changed_by])).toEqual([
      ['pending', note, 'Sandbox support'],
      ['pending', null, 'registration'],
    ])
    await act(support, agent.id, 'approve', 2)
    expect(await read(agent.id)).toMatchObject({ note: 'Welcome', info_requested_at })
  })

  test('has a reason that only operators read', async () => {
    const agent = await someAgent(world, { status: 'approved' })
    const input = {
      agent_id: agent.id,
      version: 1,
      action: 'block',
      note: 'Please call us',
      reason: 'Two devices',
    } as const
    await risk.call(contract.decideAgent, input)
    expect((await read(agent.id)).status_changes[0]).toMatchObject({ note: 'Please call us', reason: 'Two devices' })
    const { payload } = await risk.call(contract.listAudit, { subject_kind: 'agent', subject_id: agent.id })
    expect(payload.list[0]).toMatchObject({ reason: 'Two devices', after: { note: 'Please call us' } })
    const sent = await world.db.query(sql`select data::text from notice where agent_id = ${agent.id}`, {
      data: col.text,
    })
    expect(JSON.stringify(sent)).toContain('Please call us')
    expect(JSON.stringify(sent)).not.toContain('Two devices')
  })

  test('is in the audit with what was and what is, and why', async () => {
    const agent = await someAgent(world, { geoArea: 300 })
    await act(support, agent.id, 'approve')
    const { payload } = await risk.call(contract.listAudit, { subject_kind: 'agent', subject_id: agent.id })
    expect(payload.list).toMatchObject([
      {
        action: 'agent.approve',
        actor: 'Sandbox support',
        reason: 'Welcome',
        before: { status: 'pending', geo_area: 300, version: 1 },
        after: { status: 'approved', geo_area: 500, version: 2 },
      },
    ])
    expect(payload.list[0]?.after).not.toHaveProperty('channel')
  })

  test.each([
    ['approve', 'reject'],
    ['approve', 'approve'],
    ['request_info', 'reject'],
  ] as const)('has one winner when two operators %s and %s at once', async (one, other) => {
    const agent = await someAgent(world)
    const answers = await Promise.all([act(support, agent.id, one), act(risk, agent.id, other)])
    const codes = answers.map(({ status, failure }) => (status === 200 ? 'done' : failure.code))
    expect(codes.toSorted()).toEqual(['done', 'version_conflict'])
    expect((await read(agent.id)).status_changes).toHaveLength(2)
  })

  test('on an agent who was changed since is refused', async () => {
    const agent = await someAgent(world)
    await risk.call(contract.setAgentTerms, { agent_id: agent.id, version: 1, geo_area: 50, reason: 'Small shop' })
    const { status, failure } = await act(support, agent.id, 'approve')
    expect([status, failure.code]).toEqual([409, 'version_conflict'])
  })

  test('about an unknown agent is refused', async () => {
    const unknownId = '00000000-0000-7000-8000-00000000dead'
    expect((await act(support, unknownId, 'approve')).status).toBe(404)
    expect((await support.call(contract.readAgent, { agent_id: unknownId })).status).toBe(404)
  })

  test.each(['reject', 'request_info', 'suspend', 'block'] as const)('to %s needs a note', async (action) => {
    const agent = await someAgent(world, {
      status: action === 'reject' || action === 'request_info' ? 'pending' : 'approved',
    })
    const { failure } = await support.call(contract.decideAgent, { agent_id: agent.id, version: 1, action })
    expect(Object.keys(failure.errors)).toEqual(['note'])
  })

  test('reaches an open app by itself', async () => {
    const agent = await someAgent(world)
    const stop = new AbortController()
    const stream = await fetch(`${world.address}/api${LIVE_PATH}`, {
      headers: { authorization: `Bearer ${agent.token}` },
      signal: stop.signal,
    })
    let heard = ''
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString()
    })().catch(() => {})
    await expect.poll(() => heard).toContain('retry:')
    await act(support, agent.id, 'approve')
    await expect.poll(() => heard).toContain('"status"')
    stop.abort()
    await reading
  })
})

describe('the letter', () => {
  const mailsTo = (addresses: readonly string[]) =>
    vi.waitFor(
      async () => {
        const messages = (await world.inbox?.list()) ?? []
        return addresses.map((address) => {
          const message = messages.find(({ to }) => to.includes(address))
          if (!message) throw new Error(`no mail to ${address}`)
          return message
        })
      },
      { timeout: 60_000, interval: 250 },
    )
  const starts: Record<keyof typeof allowed, AgentStatus> = {
    approve: 'pending',
    reject: 'pending',
    request_info: 'rejected',
    suspend: 'approved',
    block: 'suspended',
    restore: 'blocked',
  }

  test.each(languages)('of every decision is in the language of an agent who reads %s', async (language) => {
    const agents = await Promise.all(
      Object.entries(starts).map(async ([action, status]) => {
        const agent = await agentIn(status, { language })
        await act(support, agent.id, action as keyof typeof starts)
        return agent
      }),
    )
    const letters = await mailsTo(agents.map(({ email }) => email))
    const texts = JSON.parse(
      JSON.stringify(await import(`../platform/texts/${language}.json`, { with: { type: 'json' } })),
    ) as { default: { mail: Record<string, { subject: string }> } }
    const { mail } = texts.default
    expect(letters.map(({ subject }) => subject)).toEqual(
      ['approved', 'rejected', 'info_requested', 'suspended', 'blocked', 'restored'].map(
        (what) => mail[`agent_${what}`]?.subject,
      ),
    )
    for (const { text } of letters) expect(text).toMatch(/Because\.|Welcome/)
  })

  test('is not sent when the decision is refused', async () => {
    const agent = await someAgent(world, { status: 'blocked' })
    await act(support, agent.id, 'approve')
    expect(await waitingLetters(world, agent.email)).toEqual([])
  })
})
