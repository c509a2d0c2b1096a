import { listPartnerFiles, partnerFileUrl } from '@cashbox/contract/operator'
import { listReconciliationFiles } from '@cashbox/contract/partner'
import { createPartner, FileNotVerified, verifyFile } from '@cashbox/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verify } from '../../platform/verify.ts'
import { makeFiles } from './make-files.ts'
import { fileChecks, verifyFiles } from './verify.ts'

const DAY_S = 24 * 60 * 60

let world: World
let agent: string
let account: PartnerClient
let partner: ReturnType<typeof createPartner>
let made = 0

beforeAll(async () => {
  world = await openWorld()
  // Noon, so that no day ends during a test.
  world.clock.advance(1.5 * DAY_S - ((world.clock.now().getTime() / 1000) % DAY_S))
  agent = await world.logIn('approved')
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await openPartner(world)
  await world.db.execute(sql`
    update partner set files_from = ${today()}::date where id = ${account.partnerId}`)
  partner = clientOf(world.address)
})

const clientOf = (url: string) =>
  createPartner({ url, key: account.key.id, secret: account.key.secret, now: () => world.clock.now() })

const today = () => world.clock.now().toISOString().slice(0, 10)

async function confirm(amount: string): Promise<string> {
  made += 1
  const { transaction } = await partner.transactions.create({
    reference: `daily-${made}`,
    type: 'deposit',
    amount,
    currency_code: 'UZS',
    player_id: 'p1',
    channel: 'tashkent',
    expires_in: 30 * DAY_S,
  })
  const { transaction_id } = transaction
  expect((await world.confirm(agent, { type: 'deposit', transaction_id, amount })).status).toBe(200)
  return transaction_id
}

/** A day that is over, and its lines. */
async function endDay(): Promise<string> {
  const day = today()
  world.clock.advance(DAY_S)
  agent = await world.logIn('approved')
  return day
}

test('the file of a day has every confirmation and reversal, its totals and a signature', async () => {
  const [kept, reversed] = [await confirm('100.00'), await confirm('250.50')]
  await partner.transactions.reverse(reversed, 'paid twice')
  const first = await endDay()
  const { file } = await partner.reconcile(first)
  expect(file.lines.map(({ event, transaction_id }) => [event, transaction_id])).toEqual([
    ['confirmed', kept],
    ['confirmed', reversed],
    ['reversed', reversed],
  ])
  expect(file.totals).toEqual([
    { event: 'confirmed', type: 'deposit', currency_code: 'UZS', count: 2, sum: '350.50' },
    { event: 'reversed', type: 'deposit', currency_code: 'UZS', count: 1, sum: '250.50' },
  ])
  expect(file.partner).toBe(account.code)

  const second = await endDay()
  const empty = (await partner.reconcile(second)).file
  expect([empty.lines, empty.totals]).toEqual([[], []])
  const { list, public_key } = await partner.files.list()
  expect(list.map(({ day, sha256, lines }) => [day, sha256, lines])).toEqual([
    [second, empty.sha256, 0],
    [first, file.sha256, 3],
  ])
  expect(Buffer.from(public_key ?? '', 'base64')).toHaveLength(32)
  expect(await world.verify()).toEqual([])
})

test('own records are compared: what is missing here, missing there, and different is told apart', async () => {
  const [same, other, unknown] = [await confirm('1.00'), await confirm('2.00'), await confirm('3.00')]
  const day = await endDay()
  const record = (transaction_id: string, amount: string) => ({ event: 'confirmed' as const, transaction_id, amount })
  const all = [record(same, '1.00'), record(other, '2.00'), record(unknown, '3.00')]
  expect(await partner.reconcile(day, { records: all })).toMatchObject({ agrees: true })
  const records = [record(same, '1.00'), record(other, '2.50'), record('AAAAAAAAAA', '4.00')]
  const { agrees, missing, different, unknown: more } = await partner.reconcile(day, { records })
  expect([agrees, missing.map((one) => one.transaction_id)]).toEqual([false, ['AAAAAAAAAA']])
  expect(more.map(({ transaction_id }) => transaction_id)).toEqual([unknown])
  expect(different.map(({ line, record: own }) => [line.amount, own.amount])).toEqual([['2.00', '2.50']])
})

test('a day that is not over, one before the first, and one that is none are refused', async () => {
  const refused = async (day: string) => {
    const { status, payload } = await (async () => {
      const response = await account.send('GET', `/reconciliation/${day}.jsonl`, '')
      return { status: response.status, payload: (await response.json()) as { code: string } }
    })()
    return [status, payload.code]
  }
  expect(await refused(today())).toEqual([422, 'day_not_ended'])
  expect(await refused('2999-01-01')).toEqual([422, 'day_not_ended'])
  expect(await refused('2020-01-01')).toEqual([404, 'not_found'])
  expect(await refused('2026-02-30')).toEqual([422, 'invalid_fields'])
  const { failure } = await account.call(listReconciliationFiles, { cursor: 'yesterday' })
  expect(failure.code).toBe('invalid_fields')
})

test('what is written after the file of its day was made is a line of the next file, and no byte changes', async () => {
  await confirm('5.00')
  const first = await endDay()
  const before = await partner.files.download(first)
  // A machine whose clock is a few hours behind.
  world.clock.advance(-DAY_S)
  const late = await confirm('6.00')
  world.clock.advance(DAY_S)
  const second = await endDay()
  const { lines } = (await partner.reconcile(second)).file
  expect(lines.map(({ transaction_id, amount }) => [transaction_id, amount])).toEqual([[late, '6.00']])
  expect(new Date((lines[0]?.at ?? 0) * 1000).toISOString().slice(0, 10)).toBe(first)
  const after = await partner.files.download(first)
  expect(after).toEqual(before)
  expect(await world.verify()).toEqual([])
})

test('a file that was changed, cut or signed by another is not taken, also with a key that was kept', async () => {
  await confirm('9.00')
  const day = await endDay()
  const bytes = await partner.files.download(day)
  const key = (await partner.files.list()).public_key ?? ''
  expect(verifyFile(bytes, day, key).lines).toHaveLength(1)
  const changed = Buffer.from(bytes.toString().replace('"9.00"', '"8.00"'))
  const lines = bytes.toString().split('\n')
  const cut = Buffer.from([lines[0], ...lines.slice(2)].join('\n'))
  const own = Buffer.alloc(32, 7).toString('base64')
  for (const attempt of [
    () => verifyFile(changed, day, key),
    () => verifyFile(cut, day, key),
    () => verifyFile(bytes.subarray(0, 200), day, key),
    () => verifyFile(Buffer.alloc(0), day, key),
    () => verifyFile(bytes, '2026-01-01', key),
    () => verifyFile(bytes, day, own),
  ])
    expect(attempt).toThrow(FileNotVerified)
  const { address: url, clock } = world
  const keeping = (fileKey: string) =>
    createPartner({ url, key: account.key.id, secret: account.key.secret, now: () => clock.now(), fileKey })
  expect((await keeping(key).reconcile(day)).file.day).toBe(day)
  await expect(keeping(own).reconcile(day)).rejects.toThrow(FileNotVerified)
})

test('several processes make a file once', async () => {
  await confirm('10.00')
  const day = await endDay()
  await Promise.all([1, 2, 3, 4].map(() => makeFiles(world)))
  const { count } = only(
    await world.db.query(
      sql`select count(*)::integer as count from reconciliation_file where partner_id = ${account.partnerId}`,
      { count: col.int4 },
    ),
  )
  expect([count, (await partner.reconcile(day)).file.lines.length]).toEqual([1, 1])
})

test('the file for a spreadsheet has the same lines', async () => {
  const id = await confirm('11.00')
  const day = await endDay()
  const csv = await (await account.send('GET', `/reconciliation/${day}.csv`, '')).text()
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    expect.stringMatching(new RegExp(`^confirmed,"${id}",.*,deposit,11.00,UZS`)),
    'total confirmed,1,,deposit,11.00,UZS,,,,,',
  ])
})

test('finance takes the same bytes from the console, which is noted; other roles and unknown partners are refused', async () => {
  await confirm('13.00')
  const day = await endDay()
  const bytes = await partner.files.download(day)
  const finance = await operatorOf(world.address, 'finance')
  const { list } = (await finance.call(listPartnerFiles, { code: account.code })).payload
  expect(list.map((file) => [file.day, file.size])).toEqual([[day, bytes.length]])
  const take = (client: OperatorClient, code: string) =>
    fetch(`${world.address}/operator/v1${partnerFileUrl(code, day, 'jsonl')}`, { headers: { cookie: client.cookie() } })
  const taken = await take(finance, account.code)
  expect([taken.status, Buffer.from(await taken.arrayBuffer()).equals(bytes)]).toEqual([200, true])
  const noted = await world.db.execute(sql`
    select 1 from audit_entry where action = 'export.begin' and subject_id = 'daily-file'`)
  expect(noted).toBe(1)
  expect((await take(finance, 'no-such-partner')).status).toBe(404)
  expect((await take(await operatorOf(world.address, 'support'), account.code)).status).toBe(403)
})

test('verify finds a file that differs from the ledger, a changed byte, and a movement without a file', async () => {
  const id = await confirm('12.00')
  await endDay()
  await endDay()
  await endDay()
  await makeFiles(world)
  expect(await world.verify()).toEqual([])
  const broken = async (change: Parameters<World['db']['execute']>[0]) => {
    const undo = new Error('undone')
    let found: unknown
    await world.db
      .transaction(async (tx) => {
        await tx.script('set local session_replication_role = replica')
        await tx.execute(change)
        found = [...(await verify(tx, fileChecks)), await verifyFiles(tx)].filter(({ violations }) => violations > 0)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return JSON.stringify(found)
  }
  expect(await broken(sql`update player_transaction set player_id = 'p2' where transaction_id = ${id}`)).toContain(
    'the ledger says something else',
  )
  expect(
    await broken(sql`
      update reconciliation_piece set compressed = '00'::bytea
      where partner_id = ${account.partnerId}`),
  ).toContain('the kept bytes')
  expect(
    await broken(sql`
      delete from reconciliation_line where partner_id = ${account.partnerId}`),
  ).toContain('daily_file_has_lines')
})
