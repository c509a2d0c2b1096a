import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getProfile } from '@cashbox/contract'
import { TransactionEvent } from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { freePort } from '@cashbox/testing/free-port'
import { openWorld, type World } from '@cashbox/testing/world'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { disableKey } from '../partners/keys.ts'
import { deliverDue } from '../partners/webhooks/deliver.ts'
import { playAgent } from './play-agent.ts'
import { moveTime, prepareSandboxPartner, sandboxPartner } from './sandbox-partner.ts'

const PATH = '/sandbox/player-service'

interface Received {
  readonly webhook_id: string
  readonly type: string
  readonly transaction_id: string
  readonly is_verified: boolean
  readonly is_duplicate: boolean
  readonly is_out_of_order: boolean
  readonly answered: number | null
  readonly timestamp: string
  readonly data: unknown
}

let world: World
let agent: string

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  agent = await world.logIn('approved')
  await postJson('/behaviour', { mode: 'working' })
  // What an earlier test left undelivered comes first.
  await fetch(at('/webhook-address'), { method: 'POST' })
  await world.db.execute(sql`update outbox_event set next_attempt_at = ${world.clock.now()} where delivered_at is null`)
  await deliverAll()
})

const at = (path: string) => `${world.address}${PATH}${path}`

const postJson = (path: string, body: unknown) =>
  fetch(at(path), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const postForm = (path: string, fields: Record<string, string> = {}) =>
  fetch(at(path), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const page = async (path = '') => (await fetch(at(path))).text()

const received = async () => (await (await fetch(at('/events.json'))).json()) as Received[]

/** What is genuine keeps to the contract. */
const readGenuine = async () =>
  (await received())
    .filter(({ is_verified }) => is_verified)
    .map(({ type, timestamp, data }) => TransactionEvent.parse({ type, timestamp, data }))

const receivedOf = async (id: string) => (await received()).filter(({ transaction_id }) => transaction_id === id)

const known = async (id: string) => {
  const list = (await (await fetch(at('/transactions.json'))).json()) as Record<string, unknown>[]
  return list.find(({ transaction_id }) => transaction_id === id)
}

/** Until nothing is due. */
async function deliverAll() {
  while ((await deliverDue(world.services)) > 0);
}

const form = { type: 'deposit', amount: '10.00', player_id: '48210001', target: 'channel tashkent', expiry: '' }

/** The ID that the page leads to. */
const idIn = (response: Response) => /#tx-(\w+)$/.exec(response.headers.get('location') ?? '')?.[1] ?? ''

async function confirmed(): Promise<string> {
  const id = idIn(await postForm('/transactions', form))
  const answer = await world.confirm(agent, { type: 'deposit', transaction_id: id, amount: '10.00' })
  expect(answer.status).toBe(200)
  return id
}

test('a deposit opened on the page is confirmed by an agent, and its webhook arrives verified', async () => {
  const opened = await postForm('/transactions', { ...form, amount: '1234567.50' })
  expect(opened.status).toBe(303)
  const id = idIn(opened)
  const before = await page()
  expect(before).toContain(`id="tx-${id}"`)
  expect(before).toContain('1,234,567.50')
  expect(before).toContain(`aria-label="QR code of ${id}"`)
  await world.confirm(agent, { type: 'deposit', transaction_id: id, amount: '1234567.50' })
  await deliverAll()
  expect(await receivedOf(id)).toMatchObject([
    { type: 'transaction.confirmed', is_verified: true, is_duplicate: false, is_out_of_order: false, answered: 200 },
  ])
  const after = await page()
  expect(after).toContain('✓ Verified')
  expect(after).toContain(`href="#tx-${id}"`)
  expect(after).not.toContain(`aria-label="QR code of ${id}"`)
})

test('a withdrawal opened as JSON comes with the code that pays it out, on the page and in the list too', async () => {
  const response = await postJson('/transactions', { type: 'withdraw', amount: '20.00', player_id: 48210002 })
  expect(response.status).toBe(200)
  const { transaction_id, security_code, ...others } = (await response.json()) as Record<string, string>
  expect(others).toEqual({})
  expect(security_code).toMatch(/^\d{6}$/)
  expect(await known(transaction_id ?? '')).toMatchObject({
    security_code,
    state: 'open',
    channel: 'tashkent',
    currency_code: 'UZS',
    cash_id: null,
    player_id: '48210002',
  })
  expect(await page()).toContain(`>${security_code}</bdi>`)
  const paid = { type: 'withdraw' as const, amount: '20.00', transaction_id: transaction_id ?? '', security_code }
  expect((await world.confirm(agent, paid as Parameters<World['confirm']>[1])).status).toBe(200)
})

test('a transaction for one cashbox is for it alone, until its expiry', async () => {
  const cashId = (await world.call(getProfile, {}, { token: agent })).payload.user.cash_id
  const opened = await postForm('/transactions', { ...form, target: `cash_id ${cashId}`, expiry: '600' })
  const transaction = await known(idIn(opened))
  expect(transaction).toMatchObject({ cash_id: cashId, state: 'open' })
  const lifetime = Number(transaction?.['expires_at']) - Number(transaction?.['created_at'])
  expect(Math.abs(lifetime - 600)).toBeLessThanOrEqual(1)
  expect(await page()).toContain(`<option value="cash_id ${cashId}">`)
})

test('a transaction is really asked for over the partner API: its reference works once', async () => {
  const asked = { type: 'deposit', amount: '5.00', player_id: '1', reference: `order-${randomUUID()}` }
  const first = await (await postJson('/transactions', asked)).json()
  expect(await (await postJson('/transactions', asked)).json()).toEqual(first)
  const other = await postJson('/transactions', { ...asked, amount: '6.00' })
  expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([422, 'reference_reused'])
})

test.each([
  [422, 'invalid_fields', { type: 'deposit', amount: '-5', player_id: '1' }],
  [422, 'invalid_fields', { type: 'deposit', amount: '5', player_id: '1', odd: 1 }],
  [422, 'cashbox_unknown', { type: 'deposit', amount: '5', player_id: '1', cash_id: '999' }],
  [422, 'channel_unknown', { type: 'deposit', amount: '5', player_id: '1', channel: 'nowhere' }],
  [400, 'malformed_request', []],
])('what Cashbox refuses is passed on: %i %s', async (status, code, body) => {
  const response = await postJson('/transactions', body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code, message: expect.stringMatching(/\w+/) })
})

test('a form that Cashbox refuses comes back as it was filled in, with the reason beside its field', async () => {
  const response = await postForm('/transactions', { ...form, type: 'withdraw', amount: '12,"50', player_id: 'p-77' })
  expect(response.status).toBe(422)
  const body = await response.text()
  expect(body).toContain('value="12,&quot;50"')
  expect(body).toContain('value="p-77"')
  expect(body).toMatch(/value="withdraw" checked/)
  expect(body).toMatch(/id="amount-problem">\w+/)
})

test('while the service fails, Cashbox tries again with the same id, and the repeat is marked', async () => {
  const id = await confirmed()
  await postForm('/behaviour', { mode: 'failing' })
  await deliverAll()
  expect(await receivedOf(id)).toMatchObject([{ answered: 500 }])
  await postForm('/behaviour', { mode: 'working' })
  world.clock.advance(10)
  await deliverAll()
  const [second, first] = await receivedOf(id)
  expect(second).toMatchObject({ answered: 200, is_verified: true, is_duplicate: true })
  expect(second?.webhook_id).toBe(first?.webhook_id)
  expect(await page()).toContain('Duplicate')
})

test('offline it closes the connection, and throttling it says when to come back', async () => {
  const id = await confirmed()
  await postJson('/behaviour', { mode: 'offline' })
  await deliverAll()
  await postJson('/behaviour', { mode: 'throttling' })
  world.clock.advance(10)
  await deliverAll()
  await postJson('/behaviour', { mode: 'working' })
  world.clock.advance(5)
  await deliverAll()
  expect((await receivedOf(id)).map(({ answered }) => answered)).toEqual([429, null])
  const attempts = await world.db.query(
    sql`
      select status, error from webhook_attempt join outbox_event on outbox_event.id = event_id
      where subject_id = (select id from player_transaction where transaction_id = ${id}) order by webhook_attempt.number`,
    { status: col.nullable(col.int4), error: col.nullable(col.text) },
  )
  expect(attempts).toEqual([
    { status: null, error: 'socket hang up' },
    { status: 429, error: null },
  ])
})

test('slowly it answers all the same', async () => {
  const id = await confirmed()
  await postJson('/behaviour', { mode: 'slow' })
  const started = performance.now()
  await deliverAll()
  expect(performance.now() - started).toBeGreaterThan(4900)
  expect(await receivedOf(id)).toMatchObject([{ answered: 200, is_verified: true }])
})

test('once it is gone nothing more comes, until the address is set again', async () => {
  const id = await confirmed()
  await postJson('/behaviour', { mode: 'gone' })
  await deliverAll()
  await postJson('/behaviour', { mode: 'working' })
  world.clock.advance(60)
  await deliverAll()
  expect(await receivedOf(id)).toMatchObject([{ answered: 410 }])
  expect(await page()).toContain('Enable the webhook again')
  expect((await postForm('/webhook-address')).status).toBe(303)
  await deliverAll()
  expect(await receivedOf(id)).toMatchObject([{ answered: 200, is_verified: true }, { answered: 410 }])
  expect(await page()).not.toContain('Enable the webhook again')
})

test('the buttons cancel, unlock and reverse', async () => {
  const open = idIn(await postForm('/transactions', form))
  expect(await page()).toContain(`action="${PATH}/transactions/${open}/cancel"`)
  expect((await postForm(`/transactions/${open}/cancel`)).status).toBe(303)
  expect(await known(open)).toMatchObject({ state: 'cancelled' })

  const withdrawal = idIn(await postForm('/transactions', { ...form, type: 'withdraw' }))
  for (let count = 0; count < 5; count += 1) {
    const wrong = { type: 'withdraw' as const, transaction_id: withdrawal, amount: '10.00', security_code: 'wrong' }
    await world.confirm(agent, wrong)
  }
  expect(await known(withdrawal)).toMatchObject({ is_locked: true })
  expect(await page()).toContain('Locked after wrong codes')
  expect((await postForm(`/transactions/${withdrawal}/unlock`)).status).toBe(303)
  expect(await known(withdrawal)).toMatchObject({ is_locked: false, state: 'open' })

  const paid = await confirmed()
  expect((await postForm(`/transactions/${paid}/reverse`)).status).toBe(303)
  expect(await known(paid)).toMatchObject({ state: 'reversed' })
  await deliverAll()
  const announced = (await readGenuine()).map(({ type, data }) => `${type} ${data.transaction_id}`)
  for (const one of [
    `transaction.cancelled ${open}`,
    `transaction.locked ${withdrawal}`,
    `transaction.confirmed ${paid}`,
    `transaction.reversed ${paid}`,
  ]) {
    expect(announced).toContain(one)
  }
})

test('a change that Cashbox refuses is shown with its reason, as JSON or on the page', async () => {
  const id = await confirmed()
  const asJson = await fetch(at(`/transactions/${id}/cancel`), { method: 'POST' })
  expect([asJson.status, ((await asJson.json()) as { code: string }).code]).toEqual([
    422,
    'transaction_already_confirmed',
  ])
  const asPage = await postForm(`/transactions/${id}/cancel`)
  expect(asPage.status).toBe(422)
  expect(await asPage.text()).toMatch(new RegExp(`role="alert">${id}: \\w+`))
  expect((await postForm(`/transactions/${id}/explode`)).status).toBe(404)
})

test('a forged webhook is refused, and shown as not verified and as text', async () => {
  const body = JSON.stringify({
    type: '<script>alert(1)</script>',
    timestamp: new Date().toISOString(),
    data: { transaction_id: '"><img src=x>' },
  })
  const id = `forged-${randomUUID()}`
  const response = await fetch(at('/webhooks'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': new Webhook(`whsec_${Buffer.from(randomUUID()).toString('base64')}`).sign(
        id,
        new Date(),
        body,
      ),
    },
    body,
  })
  expect(response.status).toBe(401)
  expect((await received())[0]).toMatchObject({ webhook_id: id, is_verified: false, answered: 401 })
  const shown = await page()
  expect(shown).toContain('✕ Not verified')
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(shown).not.toContain('<img src=x>')
})

test('webhooks that come out of order are marked', async () => {
  const { secret } = await account().webhook()
  const tell = (type: string, timestamp: string) => {
    const id = randomUUID()
    const body = JSON.stringify({ type, timestamp, data: { transaction_id: 'ORDERTEST1' } })
    const now = new Date()
    return fetch(at('/webhooks'), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      },
      body,
    })
  }
  await tell('transaction.reversed', '2026-11-15T10:05:00.000Z')
  await tell('transaction.confirmed', '2026-11-15T10:00:00.000Z')
  expect(await receivedOf('ORDERTEST1')).toMatchObject([{ is_out_of_order: true }, { is_out_of_order: false }])
  expect(await page()).toContain('Out of order')
})

test('time moves forward on the page and by JSON, so that what is open expires and its webhook comes', async () => {
  const asked = { type: 'deposit', amount: '10.00', player_id: '48210001', expires_in: 3600 }
  const { transaction_id: id } = (await (await postJson('/transactions', asked)).json()) as { transaction_id: string }
  expect((await postForm('/time', { seconds: '600' })).status).toBe(303)
  expect(await known(id)).toMatchObject({ state: 'open' })
  expect((await postJson('/time', { seconds: 3000 })).status).toBe(200)
  expect(await known(id)).toMatchObject({ state: 'expired' })
  await deliverAll()
  expect((await receivedOf(id)).map(({ type }) => type)).toEqual(['transaction.expired'])
})

test('an event that failed is tried again when time has moved past its pause', async () => {
  const asked = { type: 'deposit', amount: '10.00', player_id: '48210001' }
  const { transaction_id: id } = (await (await postJson('/transactions', asked)).json()) as { transaction_id: string }
  await postJson('/behaviour', { mode: 'failing' })
  await postForm(`/transactions/${id}/cancel`)
  await deliverAll()
  await postJson('/behaviour', { mode: 'working' })
  await deliverAll()
  expect(await receivedOf(id)).toHaveLength(1)
  await postJson('/time', { seconds: 600 })
  await deliverAll()
  expect((await receivedOf(id)).map(({ is_duplicate }) => is_duplicate).toSorted()).toEqual([false, true])
})

test('days end when time moves, and their files can be downloaded from the page', async () => {
  const files = async () => [...(await page()).matchAll(/files\/([\d-]+)\.jsonl/g)].map(([, day]) => day)
  const before = await files()
  await postJson('/time', { seconds: 2 * 24 * 60 * 60 })
  const after = await files()
  expect(after.filter((day) => !before.includes(day)).length).toBeGreaterThanOrEqual(2)
  const today = new Date().toISOString().slice(0, 10)
  const text = await (await fetch(at(`/files/${today}.jsonl`))).text()
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ partner: 'sandbox', day: today })
  expect((await fetch(at('/files/2999-01-01.jsonl'))).status).toBe(422)
})

test('what is confirmed after time was moved by days is in the next file, and nothing seems to be missing until then', async () => {
  await postJson('/time', { seconds: 3 * 24 * 60 * 60 })
  const id = await confirmed()
  expect(await world.verify()).toEqual([])
  await postJson('/time', { seconds: 24 * 60 * 60 })
  const days = [...(await page()).matchAll(/files\/([\d-]+)\.jsonl/g)].map(([, day]) => day ?? '')
  const last = await (await fetch(at(`/files/${days.toSorted().at(-1)}.jsonl`))).text()
  expect(last).toContain(id)
})

test.each([0, -1, 1.5, 'x', 1e12])('time is not moved by %j', async (seconds) => {
  expect((await postJson('/time', { seconds })).status).toBe(400)
})

test('outside of a sandbox time stands still, no address is set without operators, and no one plays the agent', async () => {
  const [before] = await world.db.query(sql`select moved_s as moved from installation`, { moved: col.int8 })
  await world.db.execute(sql`delete from installation`)
  await world.db.execute(sql`insert into installation (mode) values ('production')`)
  await expect(moveTime(world.services, 60)).rejects.toThrow('sandbox only')
  await expect(account().setWebhookUrl('http://localhost:3000/')).rejects.toThrow('sandbox only')
  await expect(playAgent({ ...world, address: () => world.address }, 'ANY')).rejects.toThrow('sandbox only')
  await expect(world.db.execute(sql`update installation set moved_s = 60`)).rejects.toThrow('check constraint')
  await world.db.execute(sql`update installation set mode = 'sandbox', moved_s = ${before?.moved ?? 0n}`)
})

test('the page of five minutes: a receiver of your own gets the webhook of a transaction that the sandbox confirms', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/five-minutes.md'), 'utf8')
  const [, commands = ''] = /```sh\n(BASE=\S+\/player-service\n[\s\S]*?)```/.exec(text) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-receiver-'))
  await cp(join(import.meta.dirname, '../../../../docs/examples/receiver.mjs'), join(folder, 'receiver.mjs'))
  const port = await freePort()
  const { secret } = await account().webhook()
  const receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { PATH: process.env['PATH'], PORT: String(port), CASHBOX_WEBHOOK_SECRET: secret },
  })
  let printed = ''
  receiver.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  const own = `http://localhost:${port}/`
  try {
    const isListening = () =>
      fetch(own, { method: 'POST' }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(isListening, { timeout: 60_000 }).toBe(401)
    const here = commands.replace('http://localhost:4000', world.address).replace('http://localhost:3000/', own)
    const { stdout } = await promisify(execFile)('bash', ['-ec', here])
    expect(stdout).toContain('"state":"confirmed"')
    await deliverAll()
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('"type":"transaction.confirmed"')
    // It stays when the sandbox starts again, and the page says where webhooks go.
    await prepareSandboxPartner({ ...world, address: () => world.address })
    expect(await account().webhook()).toMatchObject({ url: own, secret, isElsewhere: true })
    expect(await page()).toContain(`Sent to your program at <bdi dir="ltr">${own}</bdi>`)
  } finally {
    receiver.kill()
    await postForm('/webhook-address')
    await rm(folder, { recursive: true })
  }
  expect((await account().webhook()).isElsewhere).toBe(false)
  expect((await postJson('/webhook-address', { url: 'ftp://localhost/' })).status).toBe(422)
})

test('the sandbox plays the agent also for a withdrawal, and says what the agent is answered', async () => {
  const opened = await postJson('/transactions', { type: 'withdraw', amount: '10.00', player_id: '48210001' })
  const { transaction_id } = (await opened.json()) as { transaction_id: string }
  const confirm = () => fetch(at(`/transactions/${transaction_id}/confirm`), { method: 'POST' })
  expect(await (await confirm()).json()).toMatchObject({ transaction: { state: 'confirmed', confirmed_by: '100001' } })
  const again = await confirm()
  expect([again.status, await again.json()]).toMatchObject([422, { code: 'transaction_already_confirmed' }])
  const cancelled = idIn(await postForm('/transactions', form))
  await fetch(at(`/transactions/${cancelled}/cancel`), { method: 'POST' })
  const refused = await postForm(`/transactions/${cancelled}/confirm`)
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(`${cancelled}: `)])
  expect((await postForm('/transactions/NOSUCH0000/confirm')).status).toBe(404)
})

test('a partner can meet the rate limit: what is left is answered, then 429 with the time to wait', async () => {
  expect((await postJson('/rate-limit', { left: -1 })).status).toBe(400)
  const { id } = await account().key()
  expect(await (await postJson('/rate-limit', { left: 1 })).json()).toEqual({ left: 1 })
  const list = () => fetch(at('/transactions.json'))
  expect((await list()).status).toBe(200)
  const refused = await list()
  expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: 'too_many_requests' })])
  await world.db.execute(sql`delete from rate_limit where key like 'partner-key:%'`)
  expect([(await account().key()).id, (await list()).status]).toEqual([id, 200])
})

test('the page shows what a program of your own needs: the key, its secret and the secret of the webhooks', async () => {
  const account = sandboxPartner({ ...world, address: () => world.address })
  const shown = await page()
  for (const secret of [(await account.key()).id, (await account.key()).secret, (await account.webhook()).secret]) {
    expect(shown).toContain(secret)
  }
})

test('the page keeps to a policy without inline style or script, and leads on through older transactions', async () => {
  const first = await page()
  expect(first).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src="\/sandbox)/)
  const older = /href="\/sandbox\/player-service(\?cursor=\w+)#transactions">Older/.exec(first)?.[1] ?? ''
  const second = await page(older)
  const idsOf = (text: string) => [...text.matchAll(/id="tx-(\w+)"/g)].map(([, id]) => id)
  expect(idsOf(first)).toHaveLength(10)
  expect(idsOf(second)).toHaveLength(10)
  expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([])
  const script = await fetch(at('/watch.js'))
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('an unknown behaviour is refused', async () => {
  expect((await postJson('/behaviour', { mode: 'constructor' })).status).toBe(400)
  expect((await postForm('/behaviour')).status).toBe(400)
})

const account = () => {
  const { db, clock, keyring, address } = world
  return sandboxPartner({ db, clock, keyring, address: () => address })
}

test('many processes that start at once on one database agree on one key and one secret', async () => {
  const { db, clock, keyring, address } = world
  await db.execute(sql`delete from partner_key where partner_id in (select id from partner where code = 'sandbox')`)
  await db.execute(sql`update partner set webhook_url = null, webhook_secret = null where code = 'sandbox'`)
  const start = async () => {
    await prepareSandboxPartner({ db, clock, keyring, address: () => address })
    return { key: await account().key(), webhook: await account().webhook() }
  }
  const starts = await Promise.all(Array.from({ length: 5 }, start))
  expect(new Set(starts.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(starts[0]?.webhook.url).toBe(`${address}${PATH}/webhooks`)
  const again = await start()
  expect(again).toEqual(starts[0])
})

test('when it starts elsewhere, webhooks go there', async () => {
  const { db, clock, keyring, address } = world
  const prepareAt = (url: string) => prepareSandboxPartner({ db, clock, keyring, address: () => url })
  await prepareAt('http://127.0.0.1:9')
  expect((await account().webhook()).url).toBe(`http://127.0.0.1:9${PATH}/webhooks`)
  await prepareAt(address)
  expect((await account().webhook()).url).toBe(`${address}${PATH}/webhooks`)
})

test('a key that was disabled is replaced by another', async () => {
  const { id } = await account().key()
  await disableKey(world.db, id, world.clock.now())
  expect((await account().key()).id).not.toBe(id)
  expect((await postJson('/transactions', { type: 'deposit', amount: '1.00', player_id: '1' })).status).toBe(200)
})
