import * as contract from '@cashbox/contract/operator'
import { makeOperator, waitingLetters } from '@cashbox/testing/make-operator'
import { type OperatorClient, operatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { codeOnPhone } from '@cashbox/testing/phone'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

const isOpen = async (client: OperatorClient) => (await client.call(contract.readSession, {})).status === 200

async function openSessions(count: number) {
  const operator = await makeOperator(world, admin)
  const clients = Array.from({ length: count }, () => operatorClient(world.address))
  for (const client of clients) await client.logIn(operator.email, operator.password)
  return { operator, clients }
}

test('operators see where they are logged in, this session first, and no token', async () => {
  const { clients } = await openSessions(2)
  const [other, here] = clients as [OperatorClient, OperatorClient]
  const { payload } = await here.call(contract.listOwnOperatorSessions, {})
  expect(payload.list.map(({ is_current }) => is_current)).toEqual([true, false])
  expect(payload.list[0]).toMatchObject({ ip: '127.0.0.1' })
  expect(JSON.stringify(payload)).not.toContain(other.cookie().split('=')[1])
})

test('they end one other session or all others, with the password only, and it is in the audit', async () => {
  const { operator, clients } = await openSessions(4)
  const [here, ...others] = clients as [OperatorClient, ...OperatorClient[]]
  const end = (input: object) => here.call(contract.endOtherOperatorSessions, { password: operator.password, ...input })
  expect((await end({ password: 'wrong harbour 9' })).failure.code).toBe('credentials_wrong')
  const { list } = (await here.call(contract.listOwnOperatorSessions, {})).payload
  expect((await end({ session_id: list[1]?.id })).payload).toEqual({ ended: 1, ended_ids: [list[1]?.id] })
  expect(await Promise.all(others.map(isOpen))).toEqual([true, true, false])
  expect((await end({ session_id: list[0]?.id })).payload).toEqual({ ended: 0, ended_ids: [] })
  expect((await end({})).payload).toMatchObject({ ended: 2 })
  expect(await Promise.all([here, admin, ...others].map(isOpen))).toEqual([true, true, false, false, false])
  const { payload } = await admin.call(contract.listAudit, { action: 'operator.end-own-sessions' })
  expect(payload.list.map(({ after }) => after)).toContainEqual({ sessions: 2 })
})

test('they end several at once, and learn which of them were still open; those of others and this one stay', async () => {
  const { operator, clients } = await openSessions(4)
  const [here, ...others] = clients as [OperatorClient, ...OperatorClient[]]
  const { list } = (await here.call(contract.listOwnOperatorSessions, {})).payload
  const [current, newest, second] = list.map(({ id }) => id)
  const [foreign] = (await admin.call(contract.listOwnOperatorSessions, {})).payload.list
  const end = (session_ids: readonly (string | undefined)[], password = operator.password) =>
    here.call(contract.endOtherOperatorSessions, { password, session_ids: session_ids.map(String) })
  expect((await end([newest], 'wrong harbour 9')).failure.code).toBe('credentials_wrong')
  expect((await end([newest])).payload).toEqual({ ended: 1, ended_ids: [newest] })
  const { payload } = await end([newest, second, current, foreign?.id])
  expect(payload).toEqual({ ended: 1, ended_ids: [second] })
  expect(await Promise.all([here, admin, ...others].map(isOpen))).toEqual([true, true, true, false, false])
  expect((await end([])).status).toBe(422)
})

test('a changed password and a new second factor are announced by letter', async () => {
  const { operator, clients } = await openSessions(1)
  const change = { password: operator.password, new_password: 'another harbour 9' }
  expect((await clients[0]?.call(contract.changeOwnPassword, change))?.status).toBe(200)
  const [letter] = await waitingLetters(world, operator.email)
  expect(letter).toMatchObject({ template: 'password_changed', link: expect.stringContaining('/console/') })
  const enrolment = (await clients[0]?.call(contract.beginEnrolment, {}))?.payload
  const code = codeOnPhone(world.clock, enrolment?.secret ?? '')
  expect((await clients[0]?.call(contract.finishEnrolment, { code }))?.status).toBe(200)
  expect((await waitingLetters(world, operator.email))[0]?.template).toBe('two_factor_set_up')
})

test('an operator’s language follows them to every session, to refusals and to letters, and is no one else’s', async () => {
  const { operator, clients } = await openSessions(1)
  const [here] = clients as [OperatorClient]
  const languageOf = async (client: OperatorClient) =>
    (await client.call(contract.readSession, {})).payload.session.operator.language
  expect(await languageOf(here)).toBeNull()
  expect((await here.call(contract.setOwnLanguage, { language: 'ar' })).status).toBe(200)
  const elsewhere = operatorClient(world.address)
  const { payload } = await elsewhere.logIn(operator.email, operator.password)
  expect(payload.session.operator.language).toBe('ar')
  expect(await languageOf(admin)).toBeNull()

  const refused = await here.call(
    contract.changeOwnPassword,
    { password: 'x', new_password: 'y' },
    { 'x-language': 'ar' },
  )
  expect(refused.failure.message).toMatch(/[\u0600-\u06ff]/)
  const change = { password: operator.password, new_password: 'another harbour 9' }
  expect((await here.call(contract.changeOwnPassword, change)).status).toBe(200)
  expect((await waitingLetters(world, operator.email))[0]).toMatchObject({
    template: 'password_changed',
    language: 'ar',
  })
})
