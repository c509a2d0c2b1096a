import * as contract from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAudit } from '../access/audit.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const HOUR_S = 60 * 60
const NOON_S = Date.UTC(2031, 0, 1, 12) / 1000

/** An entry of some hours after noon. */
async function writeAt(hours: number, name: string) {
  const at = new Date((NOON_S + hours * HOUR_S) * 1000)
  const actor = { operatorId: null, name: 'Test', ip: null }
  await world.ofServer.transaction((tx) => writeAudit(tx, { at, actor }, { kind: 'test', id: name }, 'text.reset'))
}

test('the audit until a moment has every entry of it, also those of a clock that was behind', async () => {
  await writeAt(0, 'noon')
  await writeAt(0.5, 'half past')
  await writeAt(0.25, 'a little late')
  await writeAt(5, 'five')
  await writeAt(-3, 'by a clock that was behind')
  await writeAt(6, 'six')
  const admin = await operatorOf(world.address, 'admin')
  const until = async (hours: number, more: object = {}) => {
    const input = { action: 'text.reset', to: String(NOON_S + hours * HOUR_S), ...more }
    const { list, next_cursor } = (await admin.call(contract.listAudit, input)).payload
    return { names: list.map(({ subject_id }) => subject_id), next_cursor }
  }
  expect((await until(0.3)).names).toEqual(['by a clock that was behind', 'a little late', 'noon'])
  expect((await until(5)).names).toHaveLength(5)
  expect((await until(7)).names).toHaveLength(6)
  expect((await until(-2)).names).toEqual(['by a clock that was behind'])
  expect((await until(-4)).names).toEqual([])
  const first = await until(0.3, { limit: '2' })
  expect(first.names).toEqual(['by a clock that was behind', 'a little late'])
  expect((await until(0.3, { limit: '2', cursor: first.next_cursor ?? '' })).names).toEqual(['noon'])
})

test('verify notices an entry whose mark was changed', async () => {
  await writeAt(20, 'in order')
  const mark = (isBehind: boolean) =>
    world.db.transaction(async (tx) => {
      await tx.script('alter table audit_entry disable trigger audit_entry_append_only')
      await tx.execute(sql`update audit_entry set is_behind = ${isBehind} where subject_id = 'in order'`)
      await tx.script('alter table audit_entry enable trigger audit_entry_append_only')
    })
  expect(await world.verify()).toEqual([])
  await mark(true)
  expect(await world.verify()).toMatchObject([{ rule: 'audit_is_chain', violations: 1 }])
  await mark(false)
  expect(await world.verify()).toEqual([])
})

test('log-ins, exports and saved views can be left out, and the table marks the same as the contract', async () => {
  const admin = await operatorOf(world.address, 'admin')
  const actionsOf = async (input: object) => {
    const { list } = (await admin.call(contract.listAudit, { limit: '200', ...input })).payload
    return new Set(list.map(({ action }) => action))
  }
  for (const action of contract.routineActions) {
    const actor = { operatorId: null, name: 'Test', ip: null }
    await world.ofServer.transaction((tx) =>
      writeAudit(tx, { at: new Date(), actor }, { kind: 'test', id: action }, action),
    )
  }
  expect([...(await actionsOf({}))]).toEqual(expect.arrayContaining([...contract.routineActions]))
  const without = await actionsOf({ without_routine: 'true' })
  expect(contract.routineActions.filter((action) => without.has(action))).toEqual([])
  expect(without).toContain('text.reset')
  const { list } = (await admin.call(contract.listAuditOperators, {})).payload
  expect(list.map(({ name }) => name)).toContain('Sandbox finance')
})

test('the audit of an agent has what was requested and decided about their money', async () => {
  const finance = await operatorOf(world.address, 'finance')
  const admin = await operatorOf(world.address, 'admin')
  const { list } = (await admin.call(contract.listAgents, { search: 'approved@cashbox.test' })).payload
  const { id: agent_id = '', cash_id = '', version = 0 } = list[0] ?? {}
  const money = { kind: 'adjustment', cash_id, amount: '2000000.00', reason: 'A lost deposit.' } as const
  const { request } = (await finance.call(contract.createMoneyRequest, { id: crypto.randomUUID(), ...money })).payload
  await admin.call(contract.decideApprovalRequest, {
    request_id: request.id,
    version: request.version,
    decision: 'reject',
    note: 'No proof.',
  })
  await admin.call(contract.changeAgentContact, { agent_id, version, city: 'Bukhara', reason: 'They moved.' })
  const found = (await admin.call(contract.listAudit, { agent_id })).payload.list
  expect(found.slice(0, 3).map(({ action, reason }) => [action, reason])).toEqual([
    ['agent.change-contact', 'They moved.'],
    ['approval.reject', 'No proof.'],
    ['approval.request', 'A lost deposit.'],
  ])
})
