import { randomUUID } from 'node:crypto'
import { col, type Database, only, sql, type Tx } from '@cashbox/postgres/database'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, postMovement } from './movements.ts'

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
    const { id: agentId } = only(await tx.query(sql`select gen_random_uuid() as id`, { id: col.uuid }))
    const floored = await openAccount(tx, { agentId, kind: 'float', asset: 'UZS', floor: 0n })
    const open = await openAccount(tx, { kind: 'adjustment', asset: 'UZS' })
    return { floored, open, agentId }
  })

/** Adds to the first account, or takes from it. */
const move = (accountId: bigint, otherId: bigint, amount: bigint, reference: string = randomUUID()) => {
  const [from, to] = amount > 0n ? [otherId, accountId] : [accountId, otherId]
  const size = amount > 0n ? amount : -amount
  return db.transaction((tx) =>
    postMovement(tx, { kind: 'adjustment', reference, from, to, amount: size, reason: 'test', at: new Date() }),
  )
}

const balanceOf = async (id: bigint) =>
  only(await db.query(sql`select balance from account where id = ${id}`, { balance: col.int8 })).balance

describe('the database itself refuses', () => {
  test('a movement that takes nothing or gives back to itself', async () => {
    const { floored, open } = await pair()
    const post = (from: bigint, to: bigint, amount: bigint) =>
      db.transaction((tx) =>
        postMovement(tx, { kind: 'adjustment', reference: randomUUID(), from, to, amount, at: new Date() }),
      )
    await expect(post(open, floored, 0n)).rejects.toThrow('movement_amount_check')
    await expect(post(open, floored, -1n)).rejects.toThrow()
    await expect(post(open, open, 1n)).rejects.toThrow('movement_goes_elsewhere')
    expect(await balanceOf(floored)).toBe(0n)
  })

  test('a movement between accounts of different assets', async () => {
    const { floored } = await pair()
    const other = await db.transaction((tx) => openAccount(tx, { kind: 'suspense', asset: 'USDT' }))
    await expect(move(floored, other, 100n)).rejects.toThrow('movements do not fit their accounts')
  })

  test('a balance below its floor, even for a moment within one statement', async () => {
    const { floored, open } = await pair()
    await move(floored, open, 100n)
    await expect(move(floored, open, -101n)).rejects.toThrow('account_above_floor')
    const dip = db.transaction(async (tx) => {
      await tx.execute(sql`update account set version = version + 2 where id = ${floored}`)
      await tx.execute(sql`
        insert into movement (kind, reference, from_id, to_id, amount, at, from_balance, from_version, to_balance, to_version)
        values ('adjustment', gen_random_uuid(), ${floored}, ${open}, 101, now(), -1, 2, null, null),
               ('adjustment', gen_random_uuid(), ${open}, ${floored}, 101, now(), null, null, 100, 3)`)
    })
    await expect(dip).rejects.toThrow('movements do not fit their accounts')
    expect(await balanceOf(floored)).toBe(100n)
  })

  test.each(['movement', 'confirmation'])('any change or removal of a row of %s', async (table) => {
    const column = 'amount'
    const run = (text: string) => db.transaction((tx) => tx.script(text))
    await expect(run(`update ${table} set ${column} = ${column}`)).rejects.toThrow('append-only')
    await expect(run(`delete from ${table}`)).rejects.toThrow('append-only')
    await expect(run(`truncate ${table}`)).rejects.toThrow('append-only')
  })

  test('a movement that its account knows nothing of, one that leaves a gap, and two with one number', async () => {
    const { floored, open } = await pair()
    await move(floored, open, 100n)
    await move(floored, open, -40n)
    const forge = (tx: Tx, version: number, balance: number) =>
      tx.execute(sql`
        insert into movement (kind, reference, from_id, to_id, amount, to_balance, to_version, at)
        values ('adjustment', ${randomUUID()}, ${open}, ${floored}, 5, ${balance}, ${version}, now())`)
    // The last movement took from the account, so this version is still free among those that gave to it.
    await expect(db.transaction((tx) => forge(tx, 2, 60))).rejects.toThrow('movements do not fit their accounts')
    const gap = db.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = 65, version = 4 where id = ${floored}`)
      await forge(tx, 4, 65)
    })
    await expect(gap).rejects.toThrow('movements do not fit their accounts')
    // The account is made to look as if the movement that took 40 had given 5.
    const twin = db.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = 105 where id = ${floored}`)
      await forge(tx, 2, 105)
    })
    await expect(twin).rejects.toThrow('movements do not fit their accounts')
    const unfinished = db.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = 65, version = 4 where id = ${floored}`)
      await forge(tx, 3, 65)
    })
    await expect(unfinished).rejects.toThrow('movements do not fit their accounts')
    expect(await balanceOf(floored)).toBe(60n)
  })

  test('an account that got or gave another sum than its movement says', async () => {
    const { floored, open } = await pair()
    await move(floored, open, 100n)
    const reference = randomUUID()
    const got = db.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = 106, version = 2 where id = ${floored}`)
      await tx.execute(sql`
        insert into movement (kind, reference, from_id, to_id, amount, to_balance, to_version, at)
        values ('adjustment', ${reference}, ${open}, ${floored}, 5, 105, 2, now())`)
    })
    await expect(got).rejects.toThrow('movements do not fit their accounts')
    const gave = db.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = 96, version = 2 where id = ${floored}`)
      await tx.execute(sql`
        insert into movement (kind, reference, from_id, to_id, amount, from_balance, from_version, at)
        values ('adjustment', ${reference}, ${floored}, ${open}, 5, 95, 2, now())`)
    })
    await expect(gave).rejects.toThrow('movements do not fit their accounts')
  })

  test.each([
    ['another balance than the float has', 'float_balance = float_balance + 1'],
    ['another commission than the account has', 'commission_balance = commission_balance + 1'],
    ['a gap in the float', 'float_version = float_version + 1'],
    ['a gap in the commission', 'commission_version = commission_version + 1'],
    ['another amount than the float moved', 'amount = amount + 1'],
    ['another fee than the commission got', 'fee = fee + 1'],
    [
      'the float of another agent',
      "float_id = (select id from account where kind = 'float' and id <> float_id limit 1)",
    ],
    ['the commission as its float', 'float_id = commission_id'],
    ['the expense as its clearing account', 'clearing_id = expense_id'],
    ['the clearing account as its expense', 'expense_id = clearing_id'],
    ['another agent', 'agent_id = gen_random_uuid()'],
  ])('a confirmation with %s', async (_what, change) => {
    const agent = await world.logIn('approved')
    const { transaction_id } = await world.openTransaction('deposit', '1.00')
    await world.confirm(agent, { type: 'deposit', transaction_id, amount: '1.00' })
    const insertAgain = (forgery: string) =>
      db.transaction(async (tx) => {
        await tx.script(`
          create temporary table again on commit drop as
            select confirmation.* from confirmation join player_transaction as tx on tx.id = player_transaction_id
            where tx.transaction_id = '${transaction_id}';
          alter table confirmation disable trigger confirmation_append_only;
          delete from confirmation using again where again.player_transaction_id = confirmation.player_transaction_id;
          ${forgery};
          insert into confirmation select * from again`)
        throw new Error('the database took it')
      })
    await expect(insertAgain('select')).rejects.toThrow('the database took it')
    await expect(insertAgain(`update again set ${change}`)).rejects.toThrow(
      /movements do not fit their accounts|confirmation_float|confirmation_commission/,
    )
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
    const reference = randomUUID()
    await move(floored, open, 5n, reference)
    await expect(move(floored, open, 5n, reference)).rejects.toThrow('movement_is_one')
    expect(await balanceOf(floored)).toBe(5n)
  })

  test('movements of an account that is not there', async () => {
    const { floored } = await pair()
    await expect(move(floored, -1n, 5n)).rejects.toThrow('movements do not fit their accounts')
  })

  test.each([
    ['a gap', [[2, 15]]],
    ['another balance than the account has', [[1, 15]]],
    ['a number that was used before', [[0, 10]]],
    ['no number', [[null, null]]],
    [
      'a gap between two',
      [
        [1, 20],
        [3, 30],
      ],
    ],
    [
      'a balance between two that is wrong',
      [
        [1, 21],
        [2, 30],
      ],
    ],
  ] as const)('movements with %s', async (_what, lines) => {
    const { floored, open } = await pair()
    await move(floored, open, 10n)
    const forged = db.transaction(async (tx) => {
      await tx.execute(sql`
        update account set balance = balance + ${10 * lines.length}, version = version + ${lines.length}
        where id = ${floored}`)
      const rows = JSON.stringify(lines.map(([number, balance]) => ({ number, balance })))
      await tx.execute(sql`
        insert into movement (kind, reference, from_id, to_id, amount, at, to_version, to_balance)
        select 'adjustment', gen_random_uuid(), ${open}, ${floored}, 10, now(), 1 + number, balance
        from jsonb_to_recordset(${rows}::jsonb) as line (number bigint, balance bigint)`)
    })
    await expect(forged).rejects.toThrow(/movements do not fit their accounts|movement_to/)
  })
})

test('every movement keeps the balance after it and the version of its account', async () => {
  const { floored, open } = await pair()
  for (const amount of [10n, 20n, -5n]) await move(floored, open, amount)
  const lines = await db.query(
    sql`select number::bigint, amount, balance from statement_line where account_id = ${floored} order by number`,
    { number: col.int8, amount: col.int8, balance: col.int8 },
  )
  expect(lines).toEqual([
    { number: 1n, amount: 10n, balance: 10n },
    { number: 2n, amount: 20n, balance: 30n },
    { number: 3n, amount: -5n, balance: 25n },
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
  expect(only(await db.query(sql`select fee_of(${amount}, ${rate}) as fee`, { fee: col.int8 })).fee).toBe(fee)
})

describe('verify notices', () => {
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
    ['a movement that was edited', 'update movement set amount = amount + 1 where to_version = 1'],
    ['a movement that was removed', 'delete from movement where to_version = 1'],
    ['a movement from another account', 'update movement set from_id = from_id + 1 where from_version is null'],
    [
      'an agent with another float than their confirmations',
      'update agent set float_id = commission_id, commission_id = float_id',
    ],
    ['a confirmation of another amount', 'update confirmation set amount = amount + 1'],
    ['a confirmation with another clearing account', 'update confirmation set clearing_id = expense_id'],
    ['a fee from another account', 'update confirmation set expense_id = clearing_id where fee > 0'],
    ['a balance after a confirmation that was edited', 'update confirmation set float_balance = float_balance + 1'],
    ['a commission after a fee that was edited', 'update confirmation set commission_balance = commission_balance + 1'],
    ['a confirmation with the number of another', 'update confirmation set float_version = float_version + 1000'],
    [
      'a balance after a movement that was edited',
      'update movement set to_balance = to_balance + 1 where to_version = 1',
    ],
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
      'insert into open_transaction select transaction_id, player_transaction_id, null, finished_at, finished_at from confirmed_payment',
    ],
    [
      'a floor that was passed',
      "alter table account drop constraint account_above_floor; update account set floor = balance + 1 where kind = 'float'",
    ],
  ])('%s', async (_name, damage) => {
    const broken = await undone(async (tx) => {
      await tx.script('alter table movement disable trigger all; alter table confirmation disable trigger all')
      await tx.script(damage)
      return world.verify(tx)
    })
    expect(broken).not.toEqual([])
  })
})
