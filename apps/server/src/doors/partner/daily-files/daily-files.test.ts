import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listPartnerFiles, partnerFileUrl } from '@cashbox/contract/operator'
import { listReconciliationFiles } from '@cashbox/contract/partner'
import { createPartner, FileNotVerified, verifyFile } from '@cashbox/partner'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type OperatorClient, operatorOf } from '../../../../test/operator-client.ts'
import { openPartner, type PartnerClient } from '../../../../test/partner-client.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { makeFiles } from '../../../domain/reconciliation/make-files.ts'
import { rotateFileKey } from '../../../domain/reconciliation/rotate-file-key.ts'
import { fileChecks, verifyFiles } from '../../../domain/reconciliation/verify-files.ts'
import { int4 } from '../../../platform/db/columns.ts'
import { only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { verify } from '../../../platform/verify.ts'

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
    update player_service set files_from = ${today()}::date where id = ${account.playerServiceId}`)
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

test('the file of a day has every confirmation and reversal, its totals, a signature, and the hash of the day before', async () => {
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
  expect([file.partner, file.previous]).toEqual([account.code, null])

  const second = await endDay()
  const empty = (await partner.reconcile(second, { previous: file.sha256 })).file
  expect([empty.lines, empty.totals, empty.previous]).toEqual([[], [], file.sha256])
  const { list, keys } = await partner.files.list()
  expect(list.map(({ day, sha256, lines }) => [day, sha256, lines])).toEqual([
    [second, empty.sha256, 0],
    [first, file.sha256, 3],
  ])
  expect(keys).toHaveLength(1)
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
  const { lines, previous } = (await partner.reconcile(second)).file
  expect(lines.map(({ transaction_id, amount }) => [transaction_id, amount])).toEqual([[late, '6.00']])
  expect(new Date((lines[0]?.at ?? 0) * 1000).toISOString().slice(0, 10)).toBe(first)
  const after = await partner.files.download(first)
  expect(after.equals(before)).toBe(true)
  expect(verifyFile(after, first, (await partner.files.list()).keys).sha256).toBe(previous)
  expect(await world.verify()).toEqual([])
})

test('a range of the same file is sent as a part, and of another one as the whole', async () => {
  await confirm('7.00')
  const day = await endDay()
  const ask = (headers: Record<string, string>) => account.send('GET', `/reconciliation/${day}.jsonl`, '', { headers })
  const whole = await ask({})
  const [text, tag] = [await whole.text(), whole.headers.get('etag') ?? '']
  const size = Buffer.byteLength(text)
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  expect(whole.headers.get('content-length')).toBe(String(size))
  const part = await ask({ range: 'bytes=10-19', 'if-range': tag })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 10-19/${size}`,
    text.slice(10, 20),
  ])
  expect((await ask({ range: 'bytes=10-19', 'if-range': '"another"' })).status).toBe(200)
  expect((await ask({ 'if-none-match': tag })).status).toBe(304)
  const outside = await ask({ range: `bytes=${size}-` })
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
})

test('the client resumes a download that breaks again and again', async () => {
  await confirm('8.00')
  const day = await endDay()
  const asked: (string | undefined)[] = []
  // Between client and server: passes on, and hangs up after 300 bytes of a file.
  const proxy = createServer((request, response) => {
    void (async () => {
      const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
      const answer = await fetch(world.address + (request.url ?? ''), { headers })
      const bytes = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (!request.url?.includes('.jsonl')) return response.end(bytes)
      asked.push(request.headers.range)
      return response.write(bytes.subarray(0, 300), () => response.socket?.end())
    })()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { file } = await clientOf(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`).reconcile(day)
  expect(file.lines).toHaveLength(1)
  expect(asked.slice(0, 2)).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)])
})

test('a file that was changed, cut, signed by another or of another chain is not taken', async () => {
  await confirm('9.00')
  const day = await endDay()
  const bytes = await partner.files.download(day)
  const { keys } = await partner.files.list()
  expect(verifyFile(bytes, day, keys).lines).toHaveLength(1)
  const changed = Buffer.from(bytes.toString().replace('"9.00"', '"8.00"'))
  const lines = bytes.toString().split('\n')
  const cut = Buffer.from([lines[0], ...lines.slice(2)].join('\n'))
  const own = Buffer.alloc(32, 7).toString('base64')
  for (const attempt of [
    () => verifyFile(changed, day, keys),
    () => verifyFile(cut, day, keys),
    () => verifyFile(bytes.subarray(0, 200), day, keys),
    () => verifyFile(Buffer.alloc(0), day, keys),
    () => verifyFile(bytes, '2026-01-01', keys),
    () => verifyFile(bytes, day, [own]),
  ])
    expect(attempt).toThrow(FileNotVerified)
  await expect(partner.reconcile(day, { previous: 'f'.repeat(64) })).rejects.toThrow(FileNotVerified)
})

test('a new key is listed at once and signs from its day on; files of both keys can be checked, also with keys that were kept', async () => {
  const days = [await endDay()]
  await partner.reconcile(days[0] ?? '')
  const [old] = (await partner.files.list()).keys
  const rotate = (inDays: number) =>
    world.db.transaction((tx) => {
      const at = world.clock.now()
      const by = { actor: { operatorId: null, name: 'command line', ip: null }, at, reason: null }
      return rotateFileKey(tx, world.keyring, new Date(at.getTime() + inDays * DAY_S * 1000), by)
    })
  const next = await rotate(1.5)
  expect(await rotate(3)).toHaveProperty('waitsUntil')
  const signedWith = async (day: string) => {
    const text = await (await account.send('GET', `/reconciliation/${day}.jsonl`, '')).text()
    return (JSON.parse(text.trim().split('\n').at(-1) ?? '') as { key: string }).key
  }
  days.push(await endDay())
  const { keys } = await partner.files.list()
  expect(keys.map(({ id }) => id).slice(0, 2)).toEqual(['id' in next ? next.id : '', old?.id])
  expect((keys[0]?.signs_from ?? 0) - (keys[0]?.created_at ?? 0)).toBe(1.5 * DAY_S)
  expect(await signedWith(days[1] ?? '')).toBe(old?.id)
  days.push(await endDay())
  expect(await signedWith(days[2] ?? '')).toBe(keys[0]?.id)
  const { address: url, clock } = world
  const withKeys = (...fileKeys: string[]) =>
    createPartner({ url, key: account.key.id, secret: account.key.secret, now: () => clock.now(), fileKeys })
  const both = withKeys(keys[0]?.public_key ?? '', old?.public_key ?? '')
  for (const day of days) expect((await both.reconcile(day)).file.day).toBe(day)
  await expect(withKeys(old?.public_key ?? '').reconcile(days[2] ?? '')).rejects.toThrow(`the key ${keys[0]?.id}`)
  expect(await verifyFiles(world.db)).toMatchObject({ violations: 0 })
})

test('several processes make a file once', async () => {
  await confirm('10.00')
  const day = await endDay()
  await Promise.all([1, 2, 3, 4].map(() => makeFiles(world)))
  const { count } = only(
    await world.db.query(
      sql`select count(*)::integer as count from reconciliation_file where player_service_id = ${account.playerServiceId}`,
      { count: int4 },
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
      where player_service_id = ${account.playerServiceId}`),
  ).toContain('the kept bytes')
  expect(
    await broken(
      sql`update reconciliation_file set previous = 'f' where player_service_id = ${account.playerServiceId}`,
    ),
  ).toContain('the hash of the day before')
  expect(
    await broken(sql`
      delete from reconciliation_line where player_service_id = ${account.playerServiceId}`),
  ).toContain('daily_file_has_lines')
})
