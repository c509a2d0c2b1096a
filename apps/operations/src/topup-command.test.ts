import { col, sql } from '@cashbox/postgres/database'
import { openTronWorld, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { commands } from './commands.ts'

let world: TronWorld
let token: string
let address: string
beforeAll(async () => {
  world = await openTronWorld()
  token = await world.logIn('approved')
  address = await world.addressOf(token)
})
afterAll(() => world.close())

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await commands.topups(world.db, world.config, args, (line) => void lines.push(line))
  return lines
}

/** A transfer below the minimum, which is held. */
async function hold(units: bigint): Promise<string> {
  await world.chain.send({ to: address, units })
  await world.settle()
  const [held] = (await world.topups(token)).list
  if (held?.state !== 'held') throw new Error('it was not held')
  return held.id
}

test('what is held is listed with its reason, and credited by a decision that is kept', async () => {
  const id = await hold(4_000_000n)
  expect((await run('list')).join('\n')).toMatch(new RegExp(`${id} .* 100001 {2}4 USDT {2}below_minimum`))
  const before = await world.balance(token)
  await run('credit', id, '--by', 'Dana', '--note', 'agreed by phone')
  expect((await world.topups(token)).list[0]).toMatchObject({
    state: 'credited',
    received: '50602.00',
    rate: '12650.50',
    note: 'agreed by phone',
  })
  expect(Number(await world.balance(token)) - Number(before)).toBe(50602)
  expect(
    await world.db.query(
      sql`
        select action, decided_by, note, before->>'state' as before, after->>'state' as after from topup_decision
        where topup_id = ${id}`,
      { action: col.text, decided_by: col.text, note: col.text, before: col.text, after: col.text },
    ),
  ).toEqual([{ action: 'credit', decided_by: 'Dana', note: 'agreed by phone', before: 'held', after: 'credited' }])
  expect(
    await world.db.query(sql`select action, actor, reason from audit_entry where subject_id = ${id}`, {
      action: col.text,
      actor: col.text,
      reason: col.nullable(col.text),
    }),
  ).toEqual([{ action: 'topup.credit', actor: 'Dana at the command line', reason: 'agreed by phone' }])
  expect(await world.verify()).toEqual([])
})

test('a named rate counts instead of the one in force', async () => {
  const id = await hold(2_000_000n)
  await run('credit', id, '--by', 'Dana', '--note', 'old rate', '--rate', '12000')
  expect((await world.topups(token)).list[0]).toMatchObject({ received: '24000.00', rate: '12000' })
})

test('what went back is noted, leaves suspense and is never credited', async () => {
  const id = await hold(3_000_000n)
  const before = await world.balance(token)
  await run('return', id, '--by', 'Dana', '--note', 'sent back in block 77')
  expect((await world.topups(token)).list[0]).toMatchObject({ state: 'returned', note: 'sent back in block 77' })
  expect(await world.balance(token)).toBe(before)
  await expect(run('credit', id, '--by', 'Dana', '--note', 'no')).rejects.toThrow('This top-up is no longer held.')
  expect(await world.verify()).toEqual([])
})

test('two operators who decide at once: one decision counts', async () => {
  const id = await hold(5_000_000n)
  const outcomes = await Promise.allSettled([
    run('credit', id, '--by', 'Dana', '--note', 'credit'),
    run('return', id, '--by', 'Omar', '--note', 'return'),
    run('credit', id, '--by', 'Lena', '--note', 'credit'),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const decisions = await world.db.execute(sql`select 1 from topup_decision where topup_id = ${id}`)
  expect(decisions).toBe(1)
  expect(await world.db.execute(sql`select 1 from audit_entry where subject_id = ${id}`)).toBe(1)
  expect(await world.verify()).toEqual([])
})

test('a transfer that no list has is found by its name, and credited by its receipt', async () => {
  const txid = await world.chain.send({ to: address, units: 20_000_000n })
  world.chain.behave({ missing: [txid] })
  await world.settle()
  expect((await world.topups(token)).list.some(({ reference }) => reference === txid)).toBe(false)
  expect(await run('look', txid.toUpperCase())).toEqual(['The transaction will be checked within seconds.'])
  await world.look()
  expect((await world.topups(token)).list[0]).toMatchObject({ reference: txid, state: 'credited', sent: '20' })
  expect(await run('look', txid)).toEqual([expect.stringContaining('already known')])
})

test('decisions can neither be changed nor removed', async () => {
  await expect(world.db.execute(sql`update topup_decision set note = 'other'`)).rejects.toThrow('append-only')
  await expect(world.db.execute(sql`delete from topup_decision`)).rejects.toThrow('append-only')
})

test.each([
  [['credit', '01a1e17d-7889-7e23-9bb4-14cbec768b77', '--by', 'Dana', '--note', 'x'], /Top-up not found/],
  [['credit', 'nonsense', '--by', 'Dana', '--note', 'x'], /Top-up not found/],
  [['credit', '01a1e17d-7889-7e23-9bb4-14cbec768b77', '--note', 'x'], /cashbox topups/],
  [['return', '01a1e17d-7889-7e23-9bb4-14cbec768b77', '--by', 'Dana'], /cashbox topups/],
  [['look', 'ab'], /64 hexadecimal digits/],
  [['dance'], /cashbox topups/],
  [['list', '--unknown'], /cashbox topups/],
])('%j says what is wrong', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})

test('a decision has the time of the database, however wrong the clock of the machine is', async () => {
  const id = await hold(4_000_000n)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 })
  onTestFinished(() => void vi.useRealTimers())
  await run('return', id, '--by', 'Dana', '--note', 'sent back')
  const inTime = sql`select 1 from topup_decision where topup_id = ${id} and decided_at < clock_timestamp()`
  expect(await world.db.execute(inTime)).toBe(1)
})
