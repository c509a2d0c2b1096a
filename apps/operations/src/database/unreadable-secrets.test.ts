import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as contract from '@cashbox/contract/operator'
import { createTransaction } from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { buildApp } from '@cashbox/server/app/app'
import { warnOfSeals } from '@cashbox/server/app/open-keyring'
import { setWebhook } from '@cashbox/server/partners/set-webhook'
import { deliverDue } from '@cashbox/server/partners/webhooks/deliver'
import { createLog } from '@cashbox/server/platform/log/log'
import { trySeals } from '@cashbox/server/watch/sealed-columns'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, signingClient } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { resealCommand } from './database-commands.ts'

let world: World
let lines: string[]
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const logInto = (kept: string[]) => createLog('warn', { write: (line) => void kept.push(line) })

/** A process on the same database whose log can be read. */
async function serve() {
  lines = []
  const { config, db, keyring, clock } = world
  const app = await buildApp({ config, db, keyring, clock, log: logInto(lines), inbox: null })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** As it was done before values were bound to their row. */
function sealUnbound(text: string) {
  const nonce = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'cashbox seal', 32))
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

const alerts = async () =>
  (await (await operatorOf(world.address, 'finance')).call(contract.listAlerts, {})).payload.list.filter(
    ({ kind }) => kind === 'secret_unreadable',
  )

test("a partner's key that was copied from another row is refused by name, is an alert, and the log says which row", async () => {
  const [thief, victim] = [await openPartner(world), await openPartner(world)]
  expect(await alerts()).toEqual([])
  await world.db.execute(sql`
    update partner_key set secret = (select secret from partner_key where id = ${thief.key.id}) where id = ${victim.key.id}`)
  const { call } = signingClient({ ...world, address: await serve() }, { ...victim.key, secret: thief.key.secret })
  const { status, failure } = await call(createTransaction, newTransaction())
  expect([status, failure.code]).toEqual([503, 'secret_unreadable'])
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; binding?: string })
  expect(logged).toContainEqual(
    expect.objectContaining({ msg: 'a sealed value does not open', binding: `partner_key.secret ${victim.key.id}` }),
  )
  await trySeals(world.ofServer, world.keyring)
  expect(await alerts()).toEqual([
    expect.objectContaining({
      severity: 'critical',
      subject: { kind: 'sealed_value', id: `keys of partners: ${victim.key.id}` },
    }),
  ])
  await world.db.execute(sql`delete from partner_key where id = ${victim.key.id}`)
  expect(await alerts()).toEqual([])
  await trySeals(world.ofServer, world.keyring)
  expect(await world.db.execute(sql`select 1 from unreadable_seal`)).toBe(0)
})

test('an event whose webhook secret does not open waits as a failed attempt that says so, and delays no other partner', async () => {
  const partner = await openPartner(world)
  const webhook = { url: 'http://127.0.0.1:9/', keyring: world.keyring, mayBePrivate: true }
  await setWebhook(world.db, { ...webhook, partnerId: partner.partnerId })
  const other = world.keyring.seal('whsec_AAAA', 'partner.webhook_secret of another')
  await world.db.execute(sql`update partner set webhook_secret = ${other} where id = ${partner.partnerId}`)
  const { payload } = await partner.call(createTransaction, newTransaction())
  const token = await world.logIn('approved')
  const { type, amount, transaction_id } = payload.transaction
  await world.confirm(token, { type, amount, transaction_id })
  await deliverDue(world.services)
  const attempts = await world.db.query(
    sql`
      select error from webhook_attempt join outbox_event as event on event.id = event_id
      where event.partner_id = ${partner.partnerId}`,
    { error: col.nullable(col.text) },
  )
  expect(attempts).toEqual([{ error: 'the secret of the webhook does not open' }])
  await world.db.execute(sql`update partner set webhook_secret = null where id = ${partner.partnerId}`)
})

test('a start says how many values would open in any row, and which command binds them', async () => {
  const started: string[] = []
  await warnOfSeals(world.db, world.keyring, logInto(started))
  expect(started).toEqual([])
  const { key } = await openPartner(world)
  await world.db.execute(sql`update partner_key set secret = ${sealUnbound(key.secret)} where id = ${key.id}`)
  await warnOfSeals(world.db, world.keyring, logInto(started))
  expect(started.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ column: 'keys of partners', values: 1, msg: expect.stringContaining('npm run reseal') }),
  ])
  await resealCommand(world.db, world.config, [], () => {})
  started.length = 0
  await warnOfSeals(world.db, world.keyring, logInto(started))
  expect(started).toEqual([])
})
