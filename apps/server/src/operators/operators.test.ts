import { agentApi, type InputOf, logIn } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import {
  createOperator,
  linkHashFor,
  makeOperator as makeOperatorIn,
  OPERATOR_PASSWORD,
  waitingLetters,
} from '@cashbox/testing/make-operator'
import { type OperatorClient, operatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { codeOnPhone } from '@cashbox/testing/phone'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  admin = await operatorOf(world.address, 'admin')
})

const makeOperator = (role?: contract.OperatorRole) => makeOperatorIn(world, admin, role)

/** A change that the second admin approves. */
const change = async (input: InputOf<typeof contract.changeOperator>) =>
  agree(world.address, await admin.call(contract.changeOperator, input))

const readSession = (client: OperatorClient) => client.call(contract.readSession, {})

describe('the session', () => {
  test('is a cookie that scripts can not read and other sites do not send', async () => {
    const { headers, payload } = await operatorClient(world.address).logIn('risk@cashbox.test')
    expect(headers.getSetCookie()[0]).toMatch(
      /^cashbox-operator=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict$/,
    )
    expect(payload.session).toMatchObject({ needs: null, operator: { role: 'risk', email: 'risk@cashbox.test' } })
    expect(JSON.stringify(payload)).not.toContain('cashbox-operator')
  })

  test('ends with log-out, after an hour unused, and after twelve hours in any case', async () => {
    const client = await operatorOf(world.address, 'support')
    const kept = client.cookie()
    await client.call(contract.logOutOperator, {})
    client.takeCookie(kept)
    expect((await readSession(client)).status).toBe(401)

    const idle = await operatorOf(world.address, 'support')
    world.clock.advance(61 * 60)
    expect((await readSession(idle)).status).toBe(401)

    const busy = await operatorOf(world.address, 'support')
    for (let halfHour = 0; halfHour < 23; halfHour += 1) {
      world.clock.advance(30 * 60)
      expect((await readSession(busy)).status).toBe(200)
    }
    world.clock.advance(31 * 60)
    expect((await readSession(busy)).status).toBe(401)
  })

  test('is not kept open by a page that asks by itself', async () => {
    const client = await operatorOf(world.address, 'support')
    const askByItself = () => client.call(contract.listAlerts, {}, { 'x-cashbox-unattended': '1' })
    world.clock.advance(59 * 60)
    expect((await askByItself()).status).toBe(200)
    world.clock.advance(2 * 60)
    expect((await askByItself()).status).toBe(401)
  })

  test('answers alike for a wrong password, an unknown address and a disabled account', async () => {
    const { id, email, version } = await makeOperator()
    await admin.call(contract.changeOperator, { operator_id: id, version, is_disabled: true })
    const client = operatorClient(world.address)
    const answers = await Promise.all([
      client.logIn('admin@cashbox.test', 'Wrong-Password-1'),
      client.logIn('unknown@cashbox.test'),
      client.logIn(email, OPERATOR_PASSWORD),
    ])
    expect(answers.map(({ status, failure }) => [status, failure.code, failure.message])).toEqual(
      Array.from({ length: 3 }, () => [422, 'credentials_wrong', answers[0]?.failure.message]),
    )
  })

  test('is no way into the agent API, nor an agent into this one', async () => {
    expect((await world.call(logIn, { email: 'admin@cashbox.test', password: 'Cashbox1!' })).status).toBe(422)
    expect((await operatorClient(world.address).logIn('approved@cashbox.test')).status).toBe(422)
    const token = await world.logIn('approved')
    const agent = operatorClient(world.address)
    agent.takeCookie(`cashbox-operator=${token}`)
    expect((await readSession(agent)).status).toBe(401)
    for (const endpoint of agentApi.filter(({ access, method }) => access === 'agent' && method === 'GET')) {
      const [, cookie = ''] = admin.cookie().split('=')
      expect((await world.call(endpoint, {}, { token: cookie })).status).toBe(401)
    }
  })
})

describe('a call from another site is refused', () => {
  const change = { password: 'Cashbox1!', new_password: 'another harbour 9' }
  test.each([
    ['with another origin', { origin: 'https://evil.example' }],
    ['with no origin to speak of', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('%s', async (_how, headers) => {
    const { status, failure } = await admin.call(contract.changeOwnPassword, change, headers)
    expect([status, failure.code]).toEqual([403, 'cross_site'])
  })

  test('as a form would make it', async () => {
    const response = await fetch(`${world.address}/operator/v1/session/end`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: admin.cookie() },
      body: '{}',
    })
    expect(response.status).toBe(403)
    expect((await readSession(admin)).status).toBe(200)
  })
})

describe('the second factor', () => {
  const codeOf = (secret: string) => codeOnPhone(world.clock, secret)

  async function enrol() {
    const operator = await makeOperator()
    const client = operatorClient(world.address)
    await client.logIn(operator.email, operator.password)
    const { secret } = (await client.call(contract.beginEnrolment, {})).payload
    const { payload } = await client.call(contract.finishEnrolment, { code: codeOf(secret) })
    return { operator, client, secret, recoveryCodes: payload.recovery_codes }
  }

  test('is asked for at every log-in once it is set up, and nothing else works before', async () => {
    const { operator, secret } = await enrol()
    const client = operatorClient(world.address)
    expect((await client.logIn(operator.email, operator.password)).payload.session.needs).toBe('code')
    expect((await client.call(contract.changeOwnPassword, { password: 'a', new_password: 'b' })).status).toBe(401)
    world.clock.advance(60)
    expect((await client.call(contract.enterCode, { code: '000000' })).failure.code).toBe('code_wrong')
    const { payload } = await client.call(contract.enterCode, { code: codeOf(secret) })
    expect(payload.session.needs).toBeNull()
  })

  test('gives the session a new token: one that was seen before the code is worth nothing', async () => {
    const { operator, secret } = await enrol()
    const client = operatorClient(world.address)
    await client.logIn(operator.email, operator.password)
    const before = client.cookie()
    world.clock.advance(60)
    await client.call(contract.enterCode, { code: codeOf(secret) })
    expect(client.cookie()).not.toBe(before)
    expect((await readSession(client)).payload.session.needs).toBeNull()
    client.takeCookie(before)
    expect((await readSession(client)).status).toBe(401)
  })

  test('takes a recovery code also when guesses of the other kind are used up', async () => {
    const { operator, recoveryCodes } = await enrol()
    const client = operatorClient(world.address)
    await client.logIn(operator.email, operator.password)
    const guess = () => client.call(contract.enterCode, { code: '000000' })
    await Promise.all(Array.from({ length: 200 }, guess))
    expect((await guess()).status).toBe(429)
    expect((await client.call(contract.enterCode, { code: recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  test('takes no code twice', async () => {
    const { operator, secret } = await enrol()
    const log = async () => {
      const client = operatorClient(world.address)
      await client.logIn(operator.email, operator.password)
      return client
    }
    world.clock.advance(60)
    const code = codeOf(secret)
    const clients = [await log(), await log()]
    const answers = await Promise.all(clients.map((client) => client.call(contract.enterCode, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  describe('takes the code of one period', () => {
    afterEach(() => world.clock.run())
    /** Stops the clock in the middle of a period, some periods later. */
    const pass = (periods: number) =>
      world.clock.standAt(new Date((Math.floor(world.clock.now().getTime() / 30_000) + periods + 0.5) * 30_000))

    /** The answer to the code that a phone shows whose clock is some periods off, in a log-in of its own. */
    async function enterOff({ operator, secret }: Awaited<ReturnType<typeof enrol>>, offset: number) {
      const client = operatorClient(world.address)
      await client.logIn(operator.email, operator.password)
      const { status, failure } = await client.call(contract.enterCode, {
        code: codeOnPhone(world.clock, secret, offset),
      })
      return status === 200 ? 'in' : failure.code
    }

    test('and says of the one before it that it has run out', async () => {
      const enrolled = await enrol()
      pass(3)
      expect(await enterOff(enrolled, -1)).toBe('code_expired')
      expect(await enterOff(enrolled, 1)).toBe('code_expired')
      expect(await enterOff(enrolled, -2)).toBe('code_wrong')
      expect(await enterOff(enrolled, 0)).toBe('in')
    })

    test('which is another one when two codes in a row have shown that the phone is late', async () => {
      const enrolled = await enrol()
      pass(3)
      expect(await enterOff(enrolled, -1)).toBe('code_expired')
      expect(await enterOff(enrolled, -1)).toBe('code_expired')
      pass(1)
      expect(await enterOff(enrolled, -1)).toBe('in')
      expect(await enterOff(enrolled, -1)).toBe('code_wrong')
      pass(2)
      expect(await enterOff(enrolled, 0)).toBe('code_expired')
      expect(await enterOff(enrolled, -1)).toBe('in')
    })

    test('but never of a phone that is more than two minutes off', async () => {
      const enrolled = await enrol()
      const ins: number[] = []
      for (const offset of [-1, -2, -3, -4, -5]) {
        pass(3)
        await enterOff(enrolled, offset)
        pass(1)
        if ((await enterOff(enrolled, offset)) === 'in') ins.push(offset)
      }
      expect(ins).toEqual([-1, -2, -3, -4])
    })

    test('at the set-up too, where the phone is learned from two codes', async () => {
      const operator = await makeOperator()
      const client = operatorClient(world.address)
      await client.logIn(operator.email, operator.password)
      pass(1)
      const { secret } = (await client.call(contract.beginEnrolment, {})).payload
      const finish = () => client.call(contract.finishEnrolment, { code: codeOnPhone(world.clock, secret, 1) })
      expect((await finish()).failure.code).toBe('code_expired')
      pass(1)
      expect((await finish()).status).toBe(200)
    })
  })

  test('can be replaced by a recovery code, each of which works once, however it is typed', async () => {
    const { operator, recoveryCodes } = await enrol()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const typed = code.toLowerCase().replaceAll('-', ' ')
    for (const expected of [200, 422]) {
      const client = operatorClient(world.address)
      await client.logIn(operator.email, operator.password)
      expect((await client.call(contract.enterCode, { code: typed })).status).toBe(expected)
    }
  })

  test('is never handed out again, and neither it nor recovery codes are in the database as they are', async () => {
    const { client, secret, recoveryCodes } = await enrol()
    expect((await client.call(contract.beginEnrolment, {})).failure.code).toBe('two_factor_already_set_up')
    const rows = await world.db.query(
      sql`
        select operator.*, operator_recovery_code.hash from operator join operator_recovery_code on operator_id = id`,
      {
        id: col.uuid,
        email: col.text,
        name: col.text,
        role: col.text,
        password_hash: col.nullable(col.text),
        totp_secret: col.nullable(col.text),
        totp_since: col.nullable(col.timestamptz),
        totp_last_step: col.int8,
        totp_offset: col.int2,
        totp_missed_step: col.nullable(col.int8),
        created_at: col.timestamptz,
        disabled_at: col.nullable(col.timestamptz),
        version: col.int4,
        language: col.nullable(col.text),
        hash: col.text,
      },
    )
    const stored = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const hidden of [secret, ...recoveryCodes]) expect(stored).not.toContain(hidden)
  })

  test('can be taken away by an admin, which ends the sessions', async () => {
    const { operator, client } = await enrol()
    const { list } = (await admin.call(contract.listOperators, {})).payload
    const version = list.find(({ id }) => id === operator.id)?.version ?? 0
    await change({ operator_id: operator.id, version, reset_two_factor: true })
    expect((await readSession(client)).status).toBe(401)
    const again = operatorClient(world.address)
    expect((await again.logIn(operator.email, operator.password)).payload.session.needs).toBeNull()
  })
})

describe('accounts', () => {
  test('a change counts from the next call on, and a stale form is refused', async () => {
    const operator = await makeOperator('support')
    const client = operatorClient(world.address)
    await client.logIn(operator.email, operator.password)
    expect((await client.call(contract.listAudit, {})).status).toBe(403)
    const seen = { operator_id: operator.id, version: operator.version }
    await change({ ...seen, role: 'risk' })
    expect((await client.call(contract.listAudit, {})).status).toBe(200)
    const { status, failure } = await admin.call(contract.changeOperator, { ...seen, role: 'admin' })
    expect([status, failure.code]).toEqual([409, 'version_conflict'])
  })

  test('no operator changes their own role', async () => {
    const { session } = (await readSession(admin)).payload
    const { failure } = await admin.call(contract.changeOperator, {
      operator_id: session.operator.id,
      version: 1,
      role: 'support',
    })
    expect(failure.code).toBe('own_account_not_allowed')
  })

  test('a new password ends the other sessions and leaves this one', async () => {
    const { email, password } = await makeOperator()
    const [one, other] = [operatorClient(world.address), operatorClient(world.address)]
    await one.logIn(email, password)
    await other.logIn(email, password)
    const { status } = await one.call(contract.changeOwnPassword, { password, new_password: 'another harbour 9' })
    expect([status, (await readSession(one)).status, (await readSession(other)).status]).toEqual([200, 200, 401])
  })

  test.each([
    [{ email: 'admin@cashbox.test' }, 'operator_exists'],
    [{ role: 'owner' }, 'invalid_fields'],
    [{ email: 'no-address' }, 'invalid_fields'],
  ])('are refused with %j', async (wrong, code) => {
    const input = { email: 'new@example.com', name: 'New', role: 'support' as const }
    const { failure } = await admin.call(contract.createOperator, { ...input, ...wrong } as typeof input)
    expect(failure.code).toBe(code)
  })
})

describe('the link to choose a password', () => {
  const activate = (hash: string, password: string = OPERATOR_PASSWORD) =>
    operatorClient(world.address).call(contract.activateOperator, { hash, password })
  const create = (email: string) => createOperator(world, admin, { email, name: 'Dana', role: 'support' })

  test('goes to the operator and to no one else, and no one gets in before it was used', async () => {
    const answer = await admin.call(contract.createOperator, {
      email: 'one@example.com',
      name: 'Dana',
      role: 'support',
    })
    expect(await waitingLetters(world, 'one@example.com')).toEqual([])
    const approved = await agree(world.address, answer)
    const hash = await linkHashFor(world, 'one@example.com')
    expect(JSON.stringify([answer.payload, approved])).not.toContain(hash)
    const { list } = (await admin.call(contract.listOperators, {})).payload
    expect(list.find(({ email }) => email === 'one@example.com')?.has_password).toBe(false)
    expect((await operatorClient(world.address).logIn('one@example.com', '')).status).toBe(422)
    expect((await activate(hash)).payload).toEqual({ email: 'one@example.com' })
    expect((await operatorClient(world.address).logIn('one@example.com', OPERATOR_PASSWORD)).status).toBe(200)
    const stored = await world.db.query(
      sql`select payload::text as payload from job union all select hash from operator_link`,
      {
        payload: col.text,
      },
    )
    expect(JSON.stringify(stored)).not.toContain(hash)
  })

  test('works once, also when it is used twice at the same moment', async () => {
    await create('two@example.com')
    const hash = await linkHashFor(world, 'two@example.com')
    const answers = await Promise.all([activate(hash), activate(hash), activate(hash)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await activate(hash)).failure.code).toBe('link_invalid')
  })

  test('expires after a day, and a newer one takes its place', async () => {
    const { id, version } = await create('three@example.com')
    const first = await linkHashFor(world, 'three@example.com')
    await admin.call(contract.changeOperator, { operator_id: id, version, reset_password: true })
    const second = await linkHashFor(world, 'three@example.com')
    expect((await activate(first)).failure.code).toBe('link_invalid')
    world.clock.advance(24 * 60 * 60 + 1)
    expect((await activate(second)).failure.code).toBe('link_invalid')
  })

  test.each([
    ['too short', 'Xy7!Xy7!Xy7', 'password_short'],
    ['a common one with figures after it', 'Password12345!', 'password_common'],
    ['of few characters', 'abababababab', 'password_common'],
  ])('takes no password that is %s, and still works after that', async (_how, password, code) => {
    const { email } = await create(`weak-${code}-${password.length}@example.com`)
    const hash = await linkHashFor(world, email)
    expect((await activate(hash, password)).failure.code).toBe(code)
    expect((await activate(hash)).status).toBe(200)
  })

  test('is sent when a password is reset: the old one is void and every session ends', async () => {
    const operator = await makeOperator()
    const client = operatorClient(world.address)
    await client.logIn(operator.email, operator.password)
    const { id: operator_id, version } = operator
    await change({ operator_id, version, reset_password: true })
    expect((await readSession(client)).status).toBe(401)
    expect((await client.logIn(operator.email, operator.password)).status).toBe(422)
    expect((await waitingLetters(world, operator.email))[0]).toMatchObject({
      template: 'operator_access',
      linkHours: 24,
    })
    expect((await activate(await linkHashFor(world, operator.email), 'a new harbour 10')).status).toBe(200)
    expect((await client.logIn(operator.email, 'a new harbour 10')).status).toBe(200)
  })

  test('of a disabled operator does not work', async () => {
    const { id, email, version } = await create('gone@example.com')
    await admin.call(contract.changeOperator, { operator_id: id, version, is_disabled: true })
    expect((await activate(await linkHashFor(world, email))).failure.code).toBe('link_invalid')
  })
})

describe('the audit', () => {
  test('has every act with who, what, before and after, newest first, page by page', async () => {
    const { id, version } = await makeOperator('support')
    await change({ operator_id: id, version, role: 'finance' })
    const subject = { subject_kind: 'operator', subject_id: id }
    const first = (await admin.call(contract.listAudit, { ...subject, limit: '1' })).payload
    expect(first.list).toMatchObject([
      {
        action: 'operator.change',
        actor: 'Sandbox admin, approved by Sandbox second admin',
        before: { role: 'support', version },
        after: { role: 'finance', version: version + 1 },
      },
    ])
    const cursor = first.next_cursor ?? ''
    const second = (await admin.call(contract.listAudit, { ...subject, cursor })).payload
    expect(second.list.map(({ action }) => action)).toEqual(['operator.activate', 'operator.create'])
    expect(second.next_cursor).toBeNull()
    const number = String(first.list[0]?.number)
    expect((await admin.call(contract.listAudit, { number })).payload).toEqual({ list: first.list, next_cursor: null })
  })

  test('can neither be changed nor emptied', async () => {
    await expect(world.db.execute(sql`update audit_entry set actor = 'forger'`)).rejects.toThrow('append-only')
    await expect(world.db.execute(sql`delete from audit_entry`)).rejects.toThrow('append-only')
  })

  test.each([
    ['changed', sql`update audit_entry set reason = 'forged' where number = 2`],
    ['given a JSON null', sql`update audit_entry set before = 'null' where number = 2 and before is null`],
    ['removed', sql`delete from audit_entry where number = 2`],
    ['cut off', sql`delete from audit_entry where number = (select max(number) from audit_entry)`],
  ])('shows when a database superuser has %s an entry', async (_what, forgery) => {
    const rolledBack = new Error('undone')
    await expect(
      world.db.transaction(async (tx) => {
        await tx.script('alter table audit_entry disable trigger audit_entry_append_only')
        await tx.execute(forgery)
        const { auditChecks } = await import('../access/audit.ts')
        const [check] = auditChecks
        if (!check) throw new Error('there is no check')
        expect(await tx.execute(check.violations)).toBeGreaterThan(0)
        throw rolledBack
      }),
    ).rejects.toBe(rolledBack)
  })

  test('has failed log-ins and codes, of a known account and of unknown ones, at growing distances', async () => {
    const { email } = await makeOperator()
    const wrong = (address: string) => operatorClient(world.address).logIn(address, 'Wrong-Password-1')
    await Promise.all(Array.from({ length: 12 }, () => wrong(email)))
    await Promise.all(Array.from({ length: 12 }, (_, index) => wrong(`unknown-${index}@example.com`)))
    const failures = async (subject_id: string) =>
      (await admin.call(contract.listAudit, { action: 'operator.log-in-failed', subject_id })).payload.list.map(
        ({ after }) => after?.['failures_in_an_hour'],
      )
    const id = (await admin.call(contract.listOperators, {})).payload.list.find((one) => one.email === email)?.id ?? ''
    await expect.poll(() => failures(id)).toEqual([10, 1])
    await expect.poll(async () => (await failures('unknown')).length).toBeLessThanOrEqual(3)
  })

  test('stays one chain when many act at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => operatorOf(world.address, 'support')))
  })
})
