import { logIn, verifyEmail } from '@cashbox/contract'
import { listTransactions } from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { openPartner } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAddress, rangesOf } from './addresses.ts'
import { createRateLimits } from './rate-limits.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ allowance: 1, env: { CASHBOX_TRUST_PROXY: 'loopback,10.0.0.0/8' } })
})
afterAll(() => world.close())

test.each([
  ['198.51.100.7', '198.51.100.7'],
  [' 198.51.100.7:4711 ', '198.51.100.7'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['unknown', null],
  ['_hidden:80', null],
  ['198.51.100.7:4711:1', null],
  ['', null],
])('the address %j is read as %j', (written, address) => {
  expect(parseAddress(written)).toBe(address)
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['198.51.100.7', '198.51.100.7', null],
])('%s is counted in %s and in %s', (address, range, site) => {
  expect(rangesOf(address)).toEqual({ range, site })
})

describe('behind a proxy', () => {
  const from = (forwarded: string) => ({ headers: { 'x-forwarded-for': forwarded } })
  const openLink = async (forwarded: string) =>
    (await world.call(verifyEmail, { hash: 'x'.repeat(43) }, from(forwarded))).status

  async function seenAs(forwarded: string) {
    await world.call(logIn, { email: 'approved@cashbox.test', password: 'Cashbox1!' }, from(forwarded))
    const [row] = await world.db.query(sql`select ip from session order by id desc limit 1`, { ip: col.text })
    return row?.ip
  }

  test.each([
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['6.6.6.6, 198.51.100.7:4711, 10.0.0.2:443', '198.51.100.7'],
    ['unknown', '127.0.0.1'],
    ['6.6.6.6, unknown', '127.0.0.1'],
    ['6.6.6.6, unknown, 10.0.0.2', '10.0.0.2'],
  ])('a caller that comes as %j is %s', async (forwarded, address) => {
    expect(await seenAs(forwarded)).toBe(address)
  })

  test('a partner is served with every form that the proxy writes', async () => {
    const partner = await openPartner(world, { address_ranges: ['198.51.100.0/24', '127.0.0.0/8'] })
    for (const forwarded of ['198.51.100.7:4711', 'unknown', '::ffff:198.51.100.7', 'nonsense, [::1'])
      expect((await partner.call(listTransactions, {}, from(forwarded))).status).toBe(200)
  })

  test('one IPv4 address has one allowance, with any port', async () => {
    for (let count = 0; count < 60; count++) expect(await openLink(`198.51.100.8:${2000 + count}`)).toBe(422)
    expect(await openLink('::ffff:198.51.100.8')).toBe(429)
  })

  test('one IPv6 range has one allowance, for all its addresses', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, (_, host) => openLink(`2001:db8:9:1::${host + 1}`)))
    expect(answers.toSorted()).toEqual([...Array.from({ length: 60 }, () => 422), 429])
    expect(await openLink('2001:db8:9:2::1')).toBe(422)
  })
})

test('all networks of one IPv6 site together have ten allowances', async () => {
  const limits = createRateLimits(world.db)
  const signUp = (range: number) => limits.spend('signup-address', `2001:db8:a:${range}::1`)
  await Promise.all(Array.from({ length: 200 }, (_, count) => signUp(count % 10)))
  await expect(signUp(11)).rejects.toMatchObject({ reason: { code: 'too_many_requests' } })
  await limits.spend('signup-address', '2001:db8:b::1')
})
