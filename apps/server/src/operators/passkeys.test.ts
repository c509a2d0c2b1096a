import * as contract from '@cashbox/contract/operator'
import { agree } from '@cashbox/testing/agree'
import { makeOperator, waitingLetters } from '@cashbox/testing/make-operator'
import { type OperatorClient, operatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { codeOnPhone } from '@cashbox/testing/phone'
import { securityKey } from '@cashbox/testing/security-key'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const ORIGIN = 'http://localhost:4000'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld({ env: { CASHBOX_PUBLIC_URL: ORIGIN } })
})
afterAll(() => world.close())
beforeEach(async () => {
  admin = await operatorOf(world.address, 'admin')
})

const challengeOf = ({ options }: { options: Record<string, unknown> }) => String(options['challenge'])

/** An operator with codes of an app and one passkey. */
async function enrol() {
  const operator = await makeOperator(world, admin)
  const client = operatorClient(world.address)
  await client.logIn(operator.email, operator.password)
  const { secret } = (await client.call(contract.beginEnrolment, {})).payload
  const code = codeOnPhone(world.clock, secret)
  await client.call(contract.finishEnrolment, { code })
  const key = securityKey()
  const added = await addKey(client, operator.password, key)
  return { operator, client, key, added }
}

async function addKey(client: OperatorClient, password: string, key = securityKey(), origin = ORIGIN) {
  const { payload } = await client.call(contract.beginPasskey, { password })
  const response = key.register({ challenge: challengeOf(payload), origin })
  return client.call(contract.finishPasskey, { name: 'Office laptop', response })
}

async function askFor({ email, password }: { email: string; password: string }) {
  const client = operatorClient(world.address)
  await client.logIn(email, password)
  const { payload } = await client.call(contract.askForPasskey, {})
  return { client, challenge: challengeOf(payload) }
}

test('a passkey takes the place of a code, and the session goes on under a new token', async () => {
  const { operator, key, added } = await enrol()
  expect(added.payload.passkey).toMatchObject({ name: 'Office laptop', last_used_at: null })
  expect((await waitingLetters(world, operator.email))[0]?.template).toBe('passkey_added')
  const { client, challenge } = await askFor(operator)
  const before = client.cookie()
  const { payload } = await client.call(contract.enterPasskey, { response: key.use({ challenge, origin: ORIGIN }, 1) })
  expect(payload.session).toMatchObject({ needs: null, has_passkey: true })
  expect(client.cookie()).not.toBe(before)
  expect((await client.call(contract.listPasskeys, {})).payload.list[0]?.last_used_at).not.toBeNull()
})

test('an answer works once, for its own challenge, on our site, and with a counter that grows', async () => {
  const { operator, key } = await enrol()
  const first = await askFor(operator)
  const answer = key.use({ challenge: first.challenge, origin: ORIGIN }, 5)
  expect((await first.client.call(contract.enterPasskey, { response: answer })).status).toBe(200)

  const tries = [
    async () => answer,
    async (challenge: string) => key.use({ challenge, origin: 'https://evil.example' }, 6),
    async (challenge: string) => key.use({ challenge, origin: ORIGIN }, 5),
    async (challenge: string) => securityKey().use({ challenge, origin: ORIGIN }, 7),
    async (challenge: string) => ({ ...key.use({ challenge, origin: ORIGIN }, 7), response: {} }),
  ]
  for (const attempt of tries) {
    const { client, challenge } = await askFor(operator)
    const response = await attempt(challenge)
    expect((await client.call(contract.enterPasskey, { response })).failure.code).toBe('passkey_wrong')
    const again = key.use({ challenge, origin: ORIGIN }, 8)
    expect((await client.call(contract.enterPasskey, { response: again })).failure.code).toBe('passkey_wrong')
  }
})

test('an answer that comes after five minutes is refused', async () => {
  const { operator, key } = await enrol()
  const { client, challenge } = await askFor(operator)
  world.clock.advance(5 * 60 + 1)
  const response = key.use({ challenge, origin: ORIGIN }, 1)
  expect((await client.call(contract.enterPasskey, { response })).failure.code).toBe('passkey_wrong')
})

test('adding one needs the password, codes that are set up, and a finished session', async () => {
  const { operator, client } = await enrol()
  expect((await client.call(contract.beginPasskey, { password: 'not the password' })).failure.code).toBe(
    'credentials_wrong',
  )
  expect((await addKey(client, operator.password, securityKey(), 'https://evil.example')).failure.code).toBe(
    'passkey_wrong',
  )
  const unfinished = operatorClient(world.address)
  await unfinished.logIn(operator.email, operator.password)
  expect((await unfinished.call(contract.beginPasskey, { password: operator.password })).status).toBe(401)
  const without = await operatorOf(world.address, 'support')
  expect((await without.call(contract.beginPasskey, { password: 'Cashbox1!' })).failure.code).toBe('two_factor_missing')
})

test('one that was removed, or taken away with the second factor, opens nothing; the audit has it all', async () => {
  const { operator, client, key, added } = await enrol()
  const other = await enrol()
  const { id } = added.payload.passkey
  const remove = (of: OperatorClient, password: string) => of.call(contract.removePasskey, { passkey_id: id, password })
  expect((await remove(other.client, other.operator.password)).status).toBe(404)
  const { client: waiting, challenge } = await askFor(operator)
  expect((await remove(client, 'not the password')).failure.code).toBe('credentials_wrong')
  expect((await remove(client, operator.password)).status).toBe(200)
  const response = key.use({ challenge, origin: ORIGIN }, 1)
  expect((await waiting.call(contract.enterPasskey, { response })).failure.code).toBe('passkey_wrong')
  const { list } = (await admin.call(contract.listAudit, { subject_id: operator.id })).payload
  expect(list.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['operator.add-passkey', 'operator.remove-passkey']),
  )

  const { list: operators } = (await admin.call(contract.listOperators, {})).payload
  const { version = 0 } = operators.find((one) => one.id === other.operator.id) ?? {}
  const input = { operator_id: other.operator.id, version, reset_two_factor: true }
  await agree(world.address, await admin.call(contract.changeOperator, input))
  const again = operatorClient(world.address)
  const { payload } = await again.logIn(other.operator.email, other.operator.password)
  expect(payload.session.has_passkey).toBe(false)
})
