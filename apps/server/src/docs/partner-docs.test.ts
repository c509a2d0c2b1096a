import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPlayer, depositForPlayer, refusals } from '@cashbox/contract'
import { closePartnerStatement } from '@cashbox/contract/operator'
import {
  PlayerVerification,
  partnerApi,
  readTransaction,
  TransactionEvent,
  webhookTopics,
} from '@cashbox/contract/partner'
import { sql } from '@cashbox/postgres/database'
import { freePort } from '@cashbox/testing/free-port'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setWebhook } from '../partners/set-webhook.ts'
import { countPositions } from '../partners/settlement/count-positions.ts'
import { deliverDue } from '../partners/webhooks/deliver.ts'

const ROOT = join(import.meta.dirname, '../../../..')

let world: World
let partner: PartnerClient
let folder: string
let text: string

beforeAll(async () => {
  world = await openWorld()
  partner = await openPartner(world)
  text = await readFile(join(ROOT, 'docs/partner-api.md'), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'cashbox-partner-'))
  // Nothing but the page, its examples and the public library: what a partner would have.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await cp(join(ROOT, 'docs/examples'), folder, { recursive: true })
  for (const [, name, code] of text.matchAll(/```js\n\/\/ (\S+\.mjs)\n([\s\S]*?)```/g)) {
    await writeFile(join(folder, name ?? ''), code ?? '')
  }
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

function begin(name: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(folder, name)], {
    env: {
      PATH: process.env['PATH'],
      CASHBOX_URL: world.address,
      CASHBOX_KEY: partner.key.id,
      CASHBOX_KEY_SECRET: partner.key.secret,
      ...env,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { child, ended, printed: () => printed }
}

async function run(name: string, env: Record<string, string> = {}): Promise<string[]> {
  const { ended, printed } = begin(name, env)
  await ended
  return printed().trim().split('\n')
}

test('the examples open, read and cancel as the page says', async () => {
  const [deposit, withdrawal] = await run('open.mjs')
  expect(deposit).toMatch(/^[0-9A-Z]{10} open$/)
  expect(withdrawal).toBe('6 100001')
  expect(await run('change.mjs')).toEqual(['1 null', 'open 25000.00 null', 'cancelled'])
})

test('the example of the feed reads every event to its end', async () => {
  expect(await run('feed.mjs')).toEqual([expect.stringMatching(/^transaction\.cancelled [0-9A-Z]{10}$/)])
})

test('the example of a receiver verifies, with a public library, what is sent', async () => {
  const port = await freePort()
  const secret = await setWebhook(world.db, {
    partnerId: partner.partnerId,
    url: `http://127.0.0.1:${port}/`,
    keyring: world.keyring,
    mayBePrivate: true,
  })
  const receiver = begin('receive.mjs', { PORT: String(port), CASHBOX_WEBHOOK_SECRET: secret })
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(401)
  await deliverDue(world.services)
  await expect
    .poll(receiver.printed, { timeout: 60_000 })
    .toMatch(/^transaction\.cancelled [0-9A-Z]{10} cancelled 25000\.00\n$/)
  receiver.child.kill()
  await receiver.ended
})

test('the question on the page keeps to the contract', () => {
  const [, sample = ''] = /```json\n(\{\n {2}"type": "player\.[\s\S]*?)```/.exec(text) ?? []
  expect(PlayerVerification.parse(JSON.parse(sample)).type).toBe('player.verify')
})

test('the example reads the daily file, checks its signature and that it continues the day before', async () => {
  const agent = await world.logIn('approved')
  const ids: string[] = []
  const { createTransaction, reverseTransaction } = await import('@cashbox/contract/partner')
  for (const amount of ['100.00', '250.50', '1.25']) {
    const { payload } = await partner.call(createTransaction, {
      reference: `day-${amount}`,
      type: 'deposit',
      amount,
      currency_code: 'UZS',
      player_id: 'p1',
      channel: 'tashkent',
    })
    const { transaction_id } = payload.transaction
    ids.push(transaction_id)
    await world.confirm(agent, { type: 'deposit', transaction_id, amount })
  }
  const { payload } = await partner.call(reverseTransaction, { transaction_id: ids[0] ?? '', reason: 'a test' })
  const reversed = { reversed_at: payload.transaction.reversed_at ?? 0 }
  // Days can't be waited for. The calls of the example are signed with the time of this machine, so the day is moved.
  await world.db.execute(sql`
    insert into installation (mode, moved_s) values ('sandbox', 172800)
    on conflict (mode) do update set moved_s = excluded.moved_s`)
  const day = new Date(reversed.reversed_at * 1000).toISOString().slice(0, 10)
  const [signed, found] = await run('reconcile.mjs', { DAY: day })
  expect(signed).toBe('signed true')
  expect(found).toBe(
    '4 [{"event":"confirmed","type":"deposit","currency_code":"UZS","count":3,"sum":"351.75"},' +
      '{"event":"reversed","type":"deposit","currency_code":"UZS","count":1,"sum":"100.00"}]',
  )
})

test('the example reads what is owed now and day by day', async () => {
  await countPositions(world.services, partner.partnerId)
  const printed = await run('position.mjs')
  expect(printed).toContain('UZS 251.75 4000.50 null')
  expect(printed).toContain('351.75 0.00 0.00 251.75')
})

test('the example answers for a player, and an agent’s deposit is reported', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { partnerId, code } = partner
  const { keyring } = world
  const secret = await setWebhook(world.db, { partnerId, url, keyring, mayBePrivate: true })
  await world.db.execute(sql`update partner set verification_url = ${url} where id = ${partnerId}`)
  const receiver = begin('players.mjs', { PORT: String(port), CASHBOX_WEBHOOK_SECRET: secret })
  await expect
    .poll(
      () =>
        fetch(url, { method: 'POST' }).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(401)
  const token = await world.logIn('approved')
  const place = { geo_lat: '41.2995', geo_lon: '69.2401' }
  const check = (player_id: string) =>
    world.call(checkPlayer, { partner: code, player_id, amount: '25000.00', ...place }, { token })
  expect((await check('1')).failure.code).toBe('player_unknown')
  const { check_id, amount, player_name } = (await check('48210001')).payload.check
  expect(player_name).toBe('A*** K***')
  expect((await world.call(depositForPlayer, { check_id, amount, ...place }, { token })).status).toBe(200)
  expect(receiver.printed()).toBe('1 25000.00 refused\n48210001 25000.00 accepted\n')
  receiver.child.kill()
  await receiver.ended
  const { transaction } = (await partner.call(readTransaction, { transaction_id: check_id })).payload
  expect(transaction).toMatchObject({ state: 'confirmed', started_by: 'agent', reference: null })
})

test('the example reads a statement of account, checks its signature, disputes and accepts it', async () => {
  const finance = await operatorOf(world.address, 'finance')
  const input = { code: partner.code, currency_code: 'UZS', reason: 'a test' }
  const { statement } = (await finance.call(closePartnerStatement, input)).payload
  expect(await run('statements.mjs')).toEqual([
    `1 0.00 ${statement.closing} 0.00`,
    'signed true',
    'true 0',
    'disputed accepted',
  ])
})

test('the event on the page keeps to the contract, and every kind of event is named', () => {
  const [, sample = ''] = /```json\n(\{\n {2}"type": "transaction\.[\s\S]*?)```/.exec(text) ?? []
  const event = TransactionEvent.parse(JSON.parse(sample))
  expect(event.data.at).toBe(Math.floor(Date.parse(event.timestamp) / 1000))
  const named = [...text.matchAll(/^- `((?:transaction|position|statement)\.\w+)`: /gm)].map(([, type]) => type)
  expect(named).toEqual(webhookTopics)
})

test('the page names every call with its permission, and every refusal with its status', () => {
  const [, list = ''] = /^## What is refused$([\s\S]*?)^## /m.exec(text) ?? []
  const refused = list.split('\n- **').slice(1)
  for (const [{ method, path, refusals: own }, permission] of partnerApi) {
    expect(text).toContain(`\n- \`${method} ${path}\` (\`${permission}\`): `)
    for (const code of own) {
      if (code === 'invalid_amount') continue
      expect(refused.find((item) => item.includes(`\`${code}\``))?.slice(0, 3), code).toBe(`${refusals[code].status}`)
    }
  }
})
