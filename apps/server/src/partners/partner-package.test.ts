import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { checkPlayer, depositForPlayer } from '@cashbox/contract'
import * as operator from '@cashbox/contract/operator'
import type * as client from '@cashbox/partner'
import { createPartner, type PartnerEvent } from '@cashbox/partner'
import { sql } from '@cashbox/postgres/database'
import { freePort } from '@cashbox/testing/free-port'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeExpired } from '../payments/transactions/close-transactions.ts'
import { moveTime } from '../sandbox/sandbox-partner.ts'
import { disableKey, insertPartnerKey } from './keys.ts'
import { setWebhook } from './set-webhook.ts'
import { countPositions } from './settlement/count-positions.ts'
import { deliverDue } from './webhooks/deliver.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const run = promisify(execFile)

let world: World
let account: PartnerClient
/** A folder into which npm has installed what the server offers, with no registry in reach, and the programs of its page. */
let folder: string

beforeAll(async () => {
  world = await openWorld()
  account = await openPartner(world)
  folder = await mkdtemp(join(tmpdir(), 'cashbox-package-'))
  await run(process.execPath, [join(ROOT, 'scripts/pack-partner.ts')])
  const options = ['--no-audit', '--no-fund', '--registry', 'http://127.0.0.1:9']
  const url = `${world.address}/docs/partner/cashbox-partner.tgz`
  await run('npm', ['install', ...options, '--prefix', folder, url])
  const page = await readFile(join(folder, 'node_modules/@cashbox/partner/README.md'), 'utf8')
  for (const [, name = '', code = ''] of page.matchAll(/```js\n\/\/ (\S+\.mjs)\n([\s\S]*?)```/g)) {
    await writeFile(join(folder, name), code)
  }
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const environment = () => ({
  PATH: process.env['PATH'],
  CASHBOX_URL: world.address,
  CASHBOX_KEY: account.key.id,
  CASHBOX_KEY_SECRET: account.key.secret,
})

test('the program of its page opens, lists and cancels, and can be run twice', async () => {
  for (let time = 0; time < 2; time += 1) {
    const { stdout } = await run(process.execPath, ['shop.mjs'], { cwd: folder, env: environment() })
    const [opened, ...listed] = stdout.trim().split('\n')
    expect(opened).toMatch(time === 0 ? /^[0-9A-Z]{10} open$/ : /^[0-9A-Z]{10} cancelled$/)
    expect(listed).toEqual(time === 0 ? ['order-2001 open'] : [])
  }
})

test('its types need nothing that the package does not declare', async () => {
  await writeFile(
    join(folder, 'typed.ts'),
    `import { CashboxRefusal, createPartner, verifyWebhook } from '@cashbox/partner'
export async function credit(secret: string, body: Uint8Array, headers: Record<string, string>): Promise<string> {
  const { event } = verifyWebhook(secret, body, headers)
  if (event.type === 'webhook.test') return String(event.data.test)
  if (event.type === 'statement.closed') return event.data.closing
  if (!('transaction_id' in event.data)) return event.data.balance
  const { files } = createPartner({ url: 'https://cashbox.example', key: 'pk_1', secret })
  const bytes: Uint8Array = await files.download('2026-11-15').catch((error: unknown) => {
    throw error instanceof CashboxRefusal ? new Error(error.fields['day']) : error
  })
  return event.data.transaction_id + bytes.length
}
`,
  )
  const options = '--noEmit --strict --module nodenext --target es2022 --lib es2022 --types'
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const { stdout } = await run(compiler, [...options.split(' '), '', 'typed.ts'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
})

test('the program of the page answers for a player', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { partnerId, code } = account
  const secret = await setWebhook(world.db, { ...world.services, mayBePrivate: true, partnerId, url })
  await world.db.execute(sql`update partner set verification_url = ${url} where id = ${partnerId}`)
  const env = { ...environment(), PORT: String(port), CASHBOX_WEBHOOK_SECRET: secret }
  const receiver = spawn(process.execPath, ['players.mjs'], { cwd: folder, env })
  const isListening = () =>
    fetch(url, { method: 'POST' }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isListening, { timeout: 60_000 }).toBe(401)
  const token = await world.logIn('approved')
  const check = (player_id: string) =>
    world.call(checkPlayer, { partner: code, player_id, amount: '2000.00' }, { token })
  expect((await check('48210001')).payload.check.player_name).toBe('A*** K***')
  expect((await check('48210002')).failure.code).toBe('player_unknown')
  receiver.kill()
})

test('a partner settles with nothing but the package: cover, players, statements, exclusions and a key of its own', async () => {
  const outside = (await import(join(folder, 'node_modules/@cashbox/partner/index.js'))) as typeof client
  const { partnerId, code, key } = await openPartner(world)
  const received: { readonly body: string; readonly headers: IncomingHttpHeaders }[] = []
  let secret = ''
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const answer = await outside.answerPlayer(secret, body, request.headers, ({ player_id }) =>
      player_id === '48210001'
        ? { result: 'accepted', name: 'Aziz Karimov', min_amount: '1.00', max_amount: '5000.00' }
        : { result: 'refused', reason: 'player_unknown' },
    )
    if (answer.status !== 200) received.push({ body, headers: request.headers })
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer.body)
  }
  const receiver = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  secret = await setWebhook(world.db, { ...world.services, mayBePrivate: true, partnerId, url })
  await world.db.execute(sql`update partner set verification_url = ${url} where id = ${partnerId}`)
  const admin = await operatorOf(world.address, 'admin')
  const agreed = { code, version: 1, currency_code: 'UZS', reason: 'as agreed' }
  await admin.call(operator.setPartnerCover, { ...agreed, credit_limit: '1000.00', low_level: '300.00' })
  const token = await world.logIn('approved')
  const cashbox = outside.createPartner({ url: world.address, key: key.id, secret: key.secret })
  const order = { currency_code: 'UZS', player_id: '48210001', channel: 'tashkent' }
  const withdraw = async (amount: string) =>
    (await cashbox.transactions.create({ ...order, reference: `pay-${amount}`, type: 'withdraw', amount })).transaction

  // The cover runs out, and is given back.
  await expect(withdraw('1200.00')).rejects.toMatchObject({
    code: 'cover_exceeded',
    errors: { amount: [expect.stringContaining('200.00 UZS')] },
  })
  await withdraw('800.00')
  const last = await withdraw('200.00')
  await cashbox.transactions.cancel(last.transaction_id)

  // An agent takes a deposit by the player's ID.
  const place = { geo_lat: '41.2995', geo_lon: '69.2401' }
  const question = { partner: code, amount: '500.00', ...place }
  const asked = await world.call(checkPlayer, { ...question, player_id: '48210001' }, { token })
  const { check_id, player_name, amount } = asked.payload.check
  expect(player_name).toBe('A*** K***')
  expect((await world.call(checkPlayer, { ...question, player_id: '2' }, { token })).failure.code).toBe(
    'player_unknown',
  )
  expect((await world.call(depositForPlayer, { check_id, amount, ...place }, { token, key: check_id })).status).toBe(
    200,
  )
  await countPositions(world.services, partnerId)
  expect((await cashbox.position.read()).list).toContainEqual(
    expect.objectContaining({ balance: '500.00', reserved: '800.00', left: '700.00', cover: 'enough' }),
  )
  const days = await cashbox.position.statement({ currency_code: 'UZS' })
  expect(days).toMatchObject({ opening: '0.00', closing: '500.00', list: [{ deposits: '500.00' }] })

  // The period is closed: the partner checks who signed it, disputes it, and accepts it.
  const closed = { code, currency_code: 'UZS', reason: 'the end of the week' }
  const { statement } = (await admin.call(operator.closePartnerStatement, closed)).payload
  expect((await cashbox.statements.list()).list).toMatchObject([{ id: statement.id, answer: null }])
  const signed = await cashbox.statements.read(statement.id)
  expect(signed.statement).toMatchObject({ number: 1, opening: '0.00', closing: '500.00' })
  const { public_key: stranger } = ownKey()
  const mistrusting = outside.createPartner({
    url: world.address,
    key: key.id,
    secret: key.secret,
    fileKey: stranger,
  })
  await expect(mistrusting.statements.read(statement.id)).rejects.toThrow(outside.FileNotVerified)
  expect(() => outside.verifyStatement({ ...signed, signed_text: `${signed.signed_text} ` })).toThrow()
  expect((await cashbox.statements.dispute(statement.id, 'one is missing')).answer).toBe('disputed')
  expect((await cashbox.statements.accept(statement.id)).answer).toBe('accepted')

  // Each event is signed by the secret, and by the key of the network.
  while ((await deliverDue(world.services)) > 0);
  const { public_key: networkKey } = await cashbox.webhook.read()
  const types = (by: string) => received.map(({ body, headers }) => outside.verifyWebhook(by, body, headers).event.type)
  const announced = [
    'position.low',
    'position.exhausted',
    'position.restored',
    'transaction.confirmed',
    'statement.closed',
  ]
  expect(types(secret)).toEqual(expect.arrayContaining(announced))
  expect(types(`whpk_${networkKey}`)).toEqual(types(secret))
  expect(() => types(`whpk_${stranger}`)).toThrow(outside.WebhookNotVerified)
  receiver.close()

  // Excluded players pay nothing in.
  await cashbox.exclusions.add('48210001')
  const paysIn = { ...order, reference: 'excluded', type: 'deposit', amount: '5.00' } as const
  await expect(cashbox.transactions.create(paysIn)).rejects.toMatchObject({ code: 'player_excluded' })
  expect((await cashbox.exclusions.list()).list).toMatchObject([{ player_id: '48210001', until: null }])
  await cashbox.exclusions.remove('48210001')
  expect((await cashbox.transactions.create(paysIn)).transaction.state).toBe('open')

  // From now on it signs with a private key that nobody else has.
  const own = ownKey()
  const next = await cashbox.keys.rotate({ public_key: own.public_key })
  expect(next.secret).toBeNull()
  const signing = outside.createPartner({ url: world.address, key: next.key.id, secret: own.private_key })
  expect((await signing.statements.list()).list).toHaveLength(1)
})

/** The public key as 32 bytes in base64, the private one as PEM. */
function ownKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
    private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

test('a whole integration with nothing but the package: open, confirm, hear of it, cancel, expire, reverse, rotate, reconcile', async () => {
  const port = await freePort()
  const secret = await setWebhook(world.db, {
    ...world.services,
    mayBePrivate: true,
    partnerId: account.partnerId,
    url: `http://127.0.0.1:${port}/`,
  })
  const receiver = spawn(process.execPath, ['listen.mjs'], {
    cwd: folder,
    env: { ...environment(), PORT: String(port), CASHBOX_WEBHOOK_SECRET: secret },
  })
  let heard = ''
  receiver.stdout.on('data', (chunk: Buffer) => void (heard += chunk.toString()))
  const isListening = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isListening, { timeout: 60_000 }).toBe(401)

  const { transactions, events } = createPartner({
    url: world.address,
    key: account.key.id,
    secret: account.key.secret,
    now: () => world.clock.now(),
  })
  const open = async (reference: string) => {
    const input = { reference, amount: '10.00', currency_code: 'UZS', player_id: '48210001', channel: 'tashkent' }
    return (await transactions.create({ ...input, type: 'deposit', expires_in: 60 })).transaction.transaction_id
  }
  const agent = await world.logIn('approved')
  const [confirmed, cancelled, expired] = [await open('one'), await open('two'), await open('three')]
  await world.confirm(agent, { type: 'deposit', transaction_id: confirmed, amount: '10.00' })
  expect((await transactions.read(confirmed)).state).toBe('confirmed')
  expect((await transactions.cancel(cancelled)).state).toBe('cancelled')
  await expect(transactions.cancel(confirmed)).rejects.toMatchObject({ code: 'transaction_already_confirmed' })
  expect((await transactions.reverse(confirmed, 'paid twice')).state).toBe('reversed')
  world.clock.advance(120)
  await world.db.transaction((tx) => closeExpired(tx, world.clock.now()))
  expect((await transactions.read(expired)).state).toBe('expired')
  world.clock.advance(-120)
  while ((await deliverDue(world.services)) > 0);

  const announced: string[] = []
  for await (const { type, transaction_id, delivered_at } of events.all({ limit: 2 })) {
    // Those of earlier tests wait for a receiver that is gone.
    if (delivered_at !== null) announced.push(`${type satisfies PartnerEvent['type']} ${transaction_id}`)
  }
  expect(announced).toEqual(
    expect.arrayContaining([
      `transaction.confirmed ${confirmed}`,
      `transaction.reversed ${confirmed}`,
      `transaction.cancelled ${cancelled}`,
      `transaction.expired ${expired}`,
    ]),
  )
  await expect.poll(() => heard, { timeout: 60_000 }).toBe('credit 48210001 10.00\n')
  receiver.kill()

  // The operator gives a second key, the partner goes over to it, and the first is taken away.
  const next = await world.db.transaction((tx) =>
    insertPartnerKey(tx, world.keyring, {
      partnerId: account.partnerId,
      permissions: ['read'],
      isActive: true,
      at: world.clock.now(),
    }),
  )
  const day = new Date(((await transactions.read(confirmed)).confirmed_at ?? 0) * 1000).toISOString().slice(0, 10)
  await disableKey(world.db, account.key.id, world.clock.now())
  await expect(transactions.read(confirmed)).rejects.toMatchObject({ code: 'signature_invalid' })

  // The day ends, and the program of the page compares it with the books.
  await moveTime(world.services, 2 * 24 * 60 * 60)
  const own = [
    { event: 'confirmed', transaction_id: confirmed, amount: '10.00' },
    { event: 'reversed', transaction_id: confirmed, amount: '10.00' },
  ]
  const reconcile = async (records: unknown) => {
    const keyed = { CASHBOX_KEY: next.id, CASHBOX_KEY_SECRET: next.secret }
    const env = { ...environment(), ...keyed, DAY: day, RECORDS: JSON.stringify(records) }
    return (await run(process.execPath, ['books.mjs'], { cwd: folder, env })).stdout.trim().split('\n')
  }
  expect(await reconcile(own)).toEqual([`${day} 2 true`])
  expect(await reconcile(own.slice(0, 1))).toEqual([`${day} 2 false`, `only Cashbox has reversed ${confirmed}`])
})
