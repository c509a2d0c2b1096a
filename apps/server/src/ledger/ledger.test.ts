import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { type Database, int8, only, sql, type Tx, uuid } from '../platform/database/database.ts'
import { openAccount, postTransfer } from './transfers.ts'

let world: World
let db: Database
beforeAll(async () => {
  world = await openWorld()
  db = world.db
})
afterAll(() => world.close())

/** Two fresh accounts, the first with a floor of zero. */
const pair = () =>
  db.transaction(async (tx) => {
    const { id: agentId } = only(await tx.query(sql`select gen_random_uuid() as id`, { id: uuid }))
    const floored = await openAccount(tx, { agentId, kind: 'float', asset: 'UZS', floor: 0n })
    const open = await openAccount(tx, { agentId, kind: 'adjustment', asset: 'UZS' })
    return { floored, open, agentId }
  })

const move = (accountId: string, otherId: string, amount: bigint, reference: string) =>
  db.transaction((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference,
      reason: 'test',
      at: new Date(),
      lines: [
        { accountId, amount },
        { accountId: otherId, amount: -amount },
      ],
    }),
  )

const balanceOf = async (id: string) =>
  only(await db.query(sql`select balance from account where id = ${id}`, { balance: int8 })).balance

describe('the database itself refuses', () => {
  test('a transfer that does not sum to zero', async () => {
    const { floored, open } = await pair()
    const unbalanced = db.transaction((tx) =>
      postTransfer(tx, {
        kind: 'adjustment',
        reference: `unbalanced ${floored}`,
        at: new Date(),
        lines: [
          { accountId: floored, amount: 100n },
          { accountId: open, amount: -99n },
        ],
      }),
    )
    await expect(unbalanced).rejects.toThrow('entries do not balance')
    expect(await balanceOf(floored)).toBe(0n)
  })

  test('a transfer that sums to zero only across assets', async () => {
    const { floored } = await pair()
    const other = await db.transaction((tx) => openAccount(tx, { agentId: null, kind: 'suspense', asset: 'USDT' }))
    await expect(move(floored, other, 100n, `assets ${floored}`)).rejects.toThrow('entries do not balance')
  })

  test('a balance below its floor, even for a moment within one transfer', async () => {
    const { floored, open } = await pair()
    await move(floored, open, 100n, `give ${floored}`)
    await expect(move(floored, open, -101n, `take ${floored}`)).rejects.toThrow('account_above_floor')
    const dip = db.transaction((tx) =>
      postTransfer(tx, {
        kind: 'adjustment',
        reference: `dip ${floored}`,
        at: new Date(),
        lines: [
          { accountId: floored, amount: -101n },
          { accountId: floored, amount: 101n },
        ],
      }),
    )
    await expect(dip).rejects.toThrow('entries do not balance')
    expect(await balanceOf(floored)).toBe(100n)
  })

  test.each(['entry', 'transfer', 'confirmation'])('any change or removal of a row of %s', async (table) => {
    const column = { entry: 'amount', transfer: 'kind', confirmation: 'amount' }[table]
    const run = (text: string) => db.transaction((tx) => tx.script(text))
    await expect(run(`update ${table} set ${column} = ${column}`)).rejects.toThrow('append-only')
    await expect(run(`delete from ${table}`)).rejects.toThrow('append-only')
    await expect(run(`truncate ${table}`)).rejects.toThrow('append-only')
  })

  test('an account that is removed or made another one', async () => {
    const run = (text: string) => db.transaction((tx) => tx.script(text))
    await expect(run('delete from account')).rejects.toThrow('never removed')
    await expect(run("update account set kind = 'suspense'")).rejects.toThrow('never removed')
  })

  test.each(['expired', 'cancelled'])('a confirmed transaction that becomes %s', async (state) => {
    const agent = await world.logIn('approved')
    const { transaction_id } = await world.openTransaction('deposit', '1.00')
    await world.confirm(agent, { type: 'deposit', transaction_id, amount: '1.00' })
    const ends = db.execute(
      sql`update player_transaction set ended_as = ${state} where transaction_id = ${transaction_id}`,
    )
    await expect(ends).rejects.toThrow('a confirmed transaction can only be reversed')
  })

  test('the same thing moving money twice', async () => {
    const { floored, open } = await pair()
    await move(floored, open, 5n, `once ${floored}`)
    await expect(move(floored, open, 5n, `once ${floored}`)).rejects.toThrow('transfer_is_one')
    expect(await balanceOf(floored)).toBe(5n)
  })

  test('entries of a transfer or an account that is not there', async () => {
    const { floored, open } = await pair()
    await move(floored, open, 5n, `there ${floored}`)
    const orphan = db.execute(sql`
      insert into entry (account_id, account_version, transfer_id, amount, balance_after)
      values (${floored}, 2, gen_random_uuid(), 1, 6), (${open}, 2, gen_random_uuid(), -1, -6)`)
    await expect(orphan).rejects.toThrow('entries do not balance')
  })
})

test('every entry keeps the balance after it and the version of its account', async () => {
  const { floored, open } = await pair()
  for (const [index, amount] of [10n, 20n, -5n].entries())
    await move(floored, open, amount, `chain ${floored} ${index}`)
  const entries = await db.query(
    sql`select account_version, amount, balance_after from entry where account_id = ${floored} order by account_version`,
    { account_version: int8, amount: int8, balance_after: int8 },
  )
  expect(entries).toEqual([
    { account_version: 1n, amount: 10n, balance_after: 10n },
    { account_version: 2n, amount: 20n, balance_after: 30n },
    { account_version: 3n, amount: -5n, balance_after: 25n },
  ])
})

test('the same account is opened once, also when several ask at the same moment', async () => {
  const { agentId, floored } = await pair()
  const ids = await Promise.all(
    Array.from({ length: 5 }, () =>
      db.transaction((tx) => openAccount(tx, { agentId, kind: 'float', asset: 'UZS', floor: 0n })),
    ),
  )
  expect(new Set(ids)).toEqual(new Set([floored]))
})

test.each([
  [100n, 200, 2n],
  [125n, 200, 2n],
  [175n, 200, 4n],
  [25n, 200, 0n],
  [75n, 200, 2n],
  [33_333n, 200, 667n],
  [99_999_999_999_999n, 10_000, 99_999_999_999_999n],
])('a fee on %i at %i hundredths of a percent is rounded half to even: %i', async (amount, rate, fee) => {
  expect(only(await db.query(sql`select fee_of(${amount}, ${rate}) as fee`, { fee: int8 })).fee).toBe(fee)
})

describe('verify notices', () => {
  const withoutGuards = (work: string) =>
    db.transaction(async (tx) => {
      await tx.script('alter table entry disable trigger all; alter table confirmation disable trigger all')
      await tx.script(work)
      await tx.script('alter table entry enable trigger all; alter table confirmation enable trigger all')
    })

  /** What the work found, in a transaction that is taken back. */
  async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    let found: T | undefined
    const takeBack = new Error('taken back')
    await expect(
      db.transaction(async (tx) => {
        found = await work(tx)
        throw takeBack
      }),
    ).rejects.toBe(takeBack)
    return found
  }

  test('nothing on a sound database', async () => {
    expect(await world.verify()).toEqual([])
  })

  test.each([
    ['a balance that was edited', "update account set balance = balance + 1 where kind = 'commission' and balance > 0"],
    ['an entry that was edited', 'update entry set amount = amount + 1 where account_version = 2'],
    ['a confirmation that was removed', 'delete from confirmation where number = 3'],
    ['a daily sum that was edited', 'update daily_total set deposit_fee = deposit_fee + 1'],
    [
      'a transaction closed without a confirmation',
      "update player_transaction set ended_as = 'reversed' where ended_as is null",
    ],
    ['a transaction taken from what is open without a confirmation', 'delete from open_transaction'],
    ['an open transaction that expires at another time in its list', 'update open_transaction set expires_at = now()'],
    [
      'a confirmed transaction that is listed as open again',
      'insert into open_transaction select transaction_id, player_transaction_id, null, finished_at, finished_at from confirmation',
    ],
  ])('%s', async (_name, damage) => {
    const broken = await undone(async (tx) => {
      await tx.script('alter table entry disable trigger all; alter table confirmation disable trigger all')
      await tx.script(damage)
      return world.verify(tx)
    })
    expect(broken).not.toEqual([])
  })

  test('a floor that was passed', async () => {
    await withoutGuards('alter table account drop constraint account_above_floor')
    await withoutGuards("update account set floor = balance + 1 where kind = 'float'")
    expect((await world.verify()).map(({ rule }) => rule)).toContain('above_floor')
  })
})
