import * as contract from '@cashbox/contract/operator'
import { listTransactions } from '@cashbox/contract/partner'
import { only } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
let admin: OperatorClient
let partner: PartnerClient
beforeAll(async () => {
  world = await openWorld({ env: { CASHBOX_TRUST_PROXY: 'loopback' } })
  admin = await operatorOf(world.address, 'admin')
  partner = await openPartner(world)
})
afterAll(() => world.close())

const reason = 'They moved.'
const read = async ({ code }: { code: string }) => {
  const { list } = (await admin.call(contract.listPartners, {})).payload
  return only(list.filter((one) => one.code === code))
}
async function ask(one: PartnerClient, address_ranges: string[], version?: number) {
  const seen = version ?? (await read(one)).version
  const input = { code: one.code, key_id: one.key.id, version: seen, address_ranges, reason }
  return admin.call(contract.setPartnerKeyRanges, input)
}
const rangesOf = async (one: PartnerClient) => only((await read(one)).keys).address_ranges
const callFrom = (one: PartnerClient, address: string) =>
  one.call(listTransactions, {}, { headers: { 'x-forwarded-for': address } })

describe('the address ranges of a key', () => {
  test('change when a second admin agrees, and the audit shows them before and after', async () => {
    const one = await openPartner(world, { address_ranges: ['198.51.100.0/24'] })
    const asked = await ask(one, ['203.0.113.0/24', '2001:DB8:1::/48', '203.0.113.0/24'])
    const change = {
      before: { address_ranges: '198.51.100.0/24' },
      after: { address_ranges: '203.0.113.0/24, 2001:db8:1::/48' },
    }
    expect(asked.payload.request).toMatchObject({ kind: 'partner_key_ranges', ...change })
    expect(await rangesOf(one)).toEqual(['198.51.100.0/24'])
    expect((await callFrom(one, '198.51.100.7')).status).toBe(200)
    expect((await agree(world.address, asked)).state).toBe('completed')
    expect(await rangesOf(one)).toEqual(['203.0.113.0/24', '2001:db8:1::/48'])
    expect((await callFrom(one, '198.51.100.7')).failure.code).toBe('address_not_allowed')
    expect((await callFrom(one, '203.0.113.7')).status).toBe(200)
    const subject = { subject_kind: 'partner_key', subject_id: one.key.id }
    const [entry] = (await admin.call(contract.listAudit, subject)).payload.list
    expect(entry).toMatchObject({ action: 'partner.set-key-ranges', reason, ...change })
  })

  test('can be any again', async () => {
    const one = await openPartner(world, { address_ranges: ['198.51.100.0/24'] })
    await agree(world.address, await ask(one, []))
    expect(await rangesOf(one)).toEqual([])
    expect((await callFrom(one, '192.0.2.1')).status).toBe(200)
  })

  test('change once: the same input again is the same request, another one waits for it, and an old form is refused', async () => {
    const one = await openPartner(world)
    const { version } = await read(one)
    const [first, again] = [await ask(one, ['198.51.100.0/24']), await ask(one, ['198.51.100.0/24'])]
    expect(again.payload.request?.id).toBe(first.payload.request?.id)
    expect((await ask(one, ['203.0.113.0/24'])).failure.code).toBe('request_already_waiting')
    await agree(world.address, first)
    expect((await ask(one, ['203.0.113.0/24'], version)).failure.code).toBe('version_conflict')
    expect((await ask(one, ['198.51.100.0/24'])).failure.code).toBe('ranges_unchanged')
  })

  test('of a key that is disabled in the meantime stay, and the request ends as failed', async () => {
    const one = await openPartner(world)
    const asked = await ask(one, ['198.51.100.0/24'])
    const { version } = await read(one)
    await admin.call(contract.disablePartnerKey, { code: one.code, key_id: one.key.id, version, reason })
    expect(await agree(world.address, asked)).toMatchObject({ state: 'failed', failure: 'not_found' })
    expect((await ask(one, ['198.51.100.0/24'])).status).toBe(404)
  })

  test('of a key that is not approved yet stay as its request shows them', async () => {
    const { code, version } = await read(await openPartner(world))
    const made = await admin.call(contract.createPartnerKey, { code, version, reason, permissions: ['read'] })
    const { key_id, partner: seen } = made.payload
    const input = { code, key_id, version: seen.version, address_ranges: ['198.51.100.0/24'], reason }
    expect((await admin.call(contract.setPartnerKeyRanges, input)).status).toBe(404)
  })

  test.each([
    ['example.com', 'range_invalid', 'example.com is not an address range'],
    ['10.0.0.0/33', 'range_invalid', '10.0.0.0/33 is not an address range'],
    ['10.0.0.0/', 'range_invalid', '10.0.0.0/ is not an address range'],
    ['10.0.0/8', 'range_invalid', '10.0.0/8 is not an address range'],
    ['198.51.100.7:443', 'range_invalid', '198.51.100.7:443 is not an address range'],
    ['fe80::1%eth0', 'range_invalid', 'fe80::1%eth0 is not an address range'],
    ['2001:db8::/129', 'range_invalid', '2001:db8::/129 is not an address range'],
    ['10.0.0.0/8,0.0.0.0/0', 'range_invalid', '10.0.0.0/8,0.0.0.0/0 is not an address range'],
    ['::ffff:198.51.100.0/64', 'range_invalid', '::ffff:198.51.100.0/64 is not an address range'],
    ['0.0.0.0/0', 'range_too_wide', '0.0.0.0/0 allows every address'],
    ['::/0', 'range_too_wide', '::/0 allows every address'],
    ['::ffff:0:0/96', 'range_too_wide', '::ffff:0:0/96 allows every address'],
    ['203.0.113.5/24', 'range_has_host_bits', 'Write 203.0.113.0/24 for the whole range, or 203.0.113.5 for'],
    ['2001:db8::5/32', 'range_has_host_bits', 'Write 2001:db8::/32 for the whole range, or 2001:db8::5 for'],
  ])('are not %s', async (network, code, words) => {
    const { status, failure } = await ask(partner, ['198.51.100.0/24', network])
    expect([status, failure.code]).toEqual([422, code])
    expect(failure.errors['address_ranges']?.[0]).toContain(words)
  })
})

describe('a call from outside of the address ranges is refused with the address that was seen', () => {
  test.each([
    ['IPv4', ['198.51.100.0/24'], '198.51.100.7', '203.0.113.7', '203.0.113.7'],
    ['IPv6', ['2001:db8:1::/48'], '2001:db8:1::7', '2001:DB8:2:0::7', '2001:db8:2::7'],
    ['IPv4 in IPv6 form', ['198.51.100.0/24'], '::ffff:198.51.100.7', '::ffff:203.0.113.7', '203.0.113.7'],
    [
      'address_ranges in IPv6 form',
      ['::ffff:198.51.100.0/120'],
      '198.51.100.7',
      '[::ffff:cb00:7107]:443',
      '203.0.113.7',
    ],
    ['one address', ['198.51.100.7'], '198.51.100.7:5000', '198.51.100.8:5000', '198.51.100.8'],
  ])('%s', async (_what, address_ranges, inside, outside, seen) => {
    const one = await openPartner(world, { address_ranges })
    expect((await callFrom(one, inside)).status).toBe(200)
    const { status, failure } = await callFrom(one, outside)
    expect([status, failure.code]).toEqual([403, 'address_not_allowed'])
    expect(failure.message).toContain(`from the IP address ${seen}.`)
  })

  test('behind a proxy that is trusted, the address is the one that the proxy saw, not one that the caller wrote', async () => {
    const one = await openPartner(world, { address_ranges: ['198.51.100.0/24'] })
    const { failure } = await callFrom(one, '198.51.100.7, 203.0.113.9')
    expect(failure.message).toContain('203.0.113.9')
  })

  test('without a proxy, the address is the one of the connection', async () => {
    const one = await openPartner(world, { address_ranges: ['198.51.100.0/24'] })
    const { failure } = await one.call(listTransactions, {})
    expect(failure.message).toContain('127.0.0.1')
  })
})
