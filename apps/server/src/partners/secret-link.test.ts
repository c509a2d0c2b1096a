import * as contract from '@cashbox/contract/operator'
import { listKeys } from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { signingClient } from '@cashbox/testing/partner-client'
import { openSecret, pressLink } from '@cashbox/testing/partner-key'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { warnOfForgeableKeys } from '../access/partner-keys.ts'
import { createLog } from '../platform/log/log.ts'
import { newKeyPair } from '../platform/secrets/ed25519.ts'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

/** A key without a private one, and the signature of any text that some versions of Node take for it. */
const NEUTRAL_POINT = Buffer.concat([Buffer.of(1), Buffer.alloc(31)]).toString('base64')
const CONSTANT = `v2a,${Buffer.concat([Buffer.of(1), Buffer.alloc(63)]).toString('base64')}`

/** An earlier version may have stored such a key. */
async function expectNoForgery(keyId: string) {
  await world.db.execute(sql`update partner_key set public_key = ${NEUTRAL_POINT} where id = ${keyId}`)
  const forger = signingClient(world, { id: keyId, secret: newKeyPair().privateKey })
  const forged = await forger.call(listKeys, {}, { headers: { 'webhook-signature': CONSTANT } })
  expect([forged.status, forged.failure.code]).toEqual([401, 'signature_invalid'])
  const lines: string[] = []
  await warnOfForgeableKeys(world.db, createLog('warn', { write: (line) => void lines.push(line) }))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining({ key: keyId })])
}

const reason = 'as agreed'
let made = 0
async function createKey() {
  made += 1
  const code = `linked-${made}`
  await admin.call(contract.createPartner, { code, name: '<b>Games</b>', reason })
  const input = { code, version: 1, reason, permissions: ['read' as const] }
  return { code, ...(await admin.call(contract.createPartnerKey, input)).payload }
}
const linkOf = async (code: string) =>
  (await admin.call(contract.listPartners, {})).payload.list.find((one) => one.code === code)?.keys[0]?.link

describe('the link to a secret', () => {
  test('shows the secret once, however many press at the same moment, and the audit says when and where', async () => {
    const { code, key_id, link } = await createKey()
    const answers = await Promise.all(Array.from({ length: 5 }, () => pressLink(world.address, link)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
    const opened = answers.find(({ status }) => status === 200)
    const page = (await opened?.text()) ?? ''
    expect(page).toMatch(/whsec_/)
    expect(page).toContain(key_id)
    expect(page).toContain('&lt;b&gt;Games&lt;/b&gt;')
    expect(await linkOf(code)).toMatchObject({ opened_at: expect.any(Number), opened_from: '127.0.0.1' })
    const { list } = (await admin.call(contract.listAudit, { subject_kind: 'partner', subject_id: code })).payload
    expect(list.filter(({ action }) => action === 'partner.open-secret')).toMatchObject([
      { after: { key_id, opened_from: '127.0.0.1' }, ip: '127.0.0.1' },
    ])
  })

  test('is not used up by reading its page, as a preview of a message does', async () => {
    const { code, link } = await createKey()
    const read = await fetch(`${world.address}/partner-secret?lang=ar`)
    expect(read.status).toBe(200)
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(await read.text()).toContain('dir="rtl"')
    expect((await linkOf(code))?.opened_at).toBeNull()
    expect(await openSecret(world.address, link)).toMatch(/^whsec_/)
  })

  test('takes the public part of a key of the partner instead, and then there is no secret', async () => {
    const { code, key_id, link } = await createKey()
    const { publicKey, privateKey } = newKeyPair()
    const register = (public_key: string) =>
      fetch(`${world.address}/partner-secret`, {
        method: 'POST',
        body: new URLSearchParams({ token: new URL(link).hash.slice(1), public_key }),
      })
    // A wrong one does not use up the link, nor does one that has no private key.
    expect((await register(privateKey)).status).toBe(422)
    expect((await register(NEUTRAL_POINT)).status).toBe(422)
    const page = await (await register(publicKey)).text()
    expect(page).toContain(publicKey)
    expect(page).not.toContain('whsec_')
    expect((await pressLink(world.address, link)).status).toBe(422)
    const [stored] = await world.db.query(sql`select secret, public_key from partner_key where id = ${key_id}`, {
      secret: col.nullable(col.text),
      public_key: col.nullable(col.text),
    })
    expect(stored).toEqual({ secret: null, public_key: publicKey })
    // The second admin sees which key is approved.
    const asked = await admin.call(contract.activatePartnerKey, { code, key_id, reason })
    expect(asked.payload.request?.after).toMatchObject({ public_key: publicKey })
    await agree(world.address, asked)
    const signed = await signingClient(world, { id: key_id, secret: privateKey }).call(listKeys, {})
    expect(signed.payload.list).toMatchObject([{ id: key_id, public_key: publicKey }])
    await expectNoForgery(key_id)
  })

  test('is on the public address, and the database has only its hash', async () => {
    const { link } = await createKey()
    const { origin, pathname, search, hash } = new URL(link)
    expect([origin, pathname, search]).toEqual([new URL(world.config.publicUrl).origin, '/partner-secret', ''])
    const stored = await world.db.query(sql`select partner_secret_link::text as row from partner_secret_link`, {
      row: col.text,
    })
    expect(JSON.stringify(stored)).not.toContain(hash.slice(1))
  })

  test('runs out after 72 hours, and ends with its key', async () => {
    const [late, ended] = [await createKey(), await createKey()]
    await world.db.execute(sql`
      update partner_secret_link set expires_at = expires_at - interval '72 hours' where key_id = ${late.key_id}`)
    const { code, key_id, partner } = ended
    await admin.call(contract.disablePartnerKey, { code, key_id, version: partner.version, reason })
    for (const { link } of [late, ended]) expect((await pressLink(world.address, link)).status).toBe(422)
  })

  test('can not be guessed: an address that tries many tokens is refused', async () => {
    const strict = await openWorld({ allowance: 1 })
    onTestFinished(() => strict.close())
    const guess = async () => (await pressLink(strict.address, `${strict.address}/#${'x'.repeat(43)}`)).status
    const statuses = await Promise.all(Array.from({ length: 61 }, guess))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
