import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { col, type RowOf, type Sql, sql } from './database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.execute(sql`
    create table thing (id uuid not null, state text not null, amount bigint not null, note text, details jsonb not null)`)
  await database.db.execute(sql`
    insert into thing values ('01890000-0000-7000-8000-000000000001', 'open', 9007199254740993, null,
                              '{"colour": "red", "size": 3}')`)
})
afterAll(() => database.close())

const things = {
  id: col.uuid,
  state: col.oneOf('open', 'closed'),
  amount: col.int8,
  note: col.nullable(col.text),
  details: col.json(z.object({ colour: z.string() })),
}
const all = sql`select id, state, amount, note, details from thing`

test('rows that are as declared come back with the types that are declared', async () => {
  const rows = await database.db.query(all, things)
  expect(rows).toEqual([
    {
      id: '01890000-0000-7000-8000-000000000001',
      state: 'open',
      amount: 9007199254740993n,
      note: null,
      details: { colour: 'red' },
    },
  ])
  expectTypeOf<RowOf<typeof things>>().toEqualTypeOf<{
    readonly id: string
    readonly state: 'open' | 'closed'
    readonly amount: bigint
    readonly note: string | null
    readonly details: { colour: string }
  }>()
})

test('every type is read alike on both engines', async () => {
  expect(
    await database.db.query(
      sql`
        select true as bool, 1::int2 as int2, 2 as int4, 3::int8 as int8, array[4, 5] as int4s,
               array[6, 9007199254740993] as int8s, 0.5::float4 as float4, 0.25::float8 as float8,
               1.50::numeric as numeric, 'a' as text, array['a', 'b"'] as texts,
               '01890000-0000-7000-8000-000000000001'::uuid as uuid,
               array['01890000-0000-7000-8000-000000000001'::uuid] as uuids,
               '2026-01-02T03:04:05.678Z'::timestamptz as timestamptz, '[1, null]'::jsonb as jsonb, '{"a": 1}'::json as json`,
      {
        bool: col.bool,
        int2: col.int2,
        int4: col.int4,
        int8: col.int8,
        int4s: col.int4Array,
        int8s: col.int8Array,
        float4: col.float4,
        float8: col.float8,
        numeric: col.numeric,
        text: col.text,
        texts: col.textArray,
        uuid: col.uuid,
        uuids: col.uuidArray,
        timestamptz: col.timestamptz,
        jsonb: col.json(z.unknown()),
        json: col.json(z.unknown()),
      },
    ),
  ).toEqual([
    {
      bool: true,
      int2: 1,
      int4: 2,
      int8: 3n,
      int4s: [4, 5],
      int8s: [6n, 9007199254740993n],
      float4: 0.5,
      float8: 0.25,
      numeric: '1.50',
      text: 'a',
      texts: ['a', 'b"'],
      uuid: '01890000-0000-7000-8000-000000000001',
      uuids: ['01890000-0000-7000-8000-000000000001'],
      timestamptz: new Date('2026-01-02T03:04:05.678Z'),
      jsonb: [1, null],
      json: { a: 1 },
    },
  ])
})

describe('a bug is reported, with the column and the statement, when', () => {
  const expectBug = (statement: Sql, columns: col.Columns, message: string) =>
    expect(database.db.query(statement, columns)).rejects.toThrow(message)

  test('a column has another name', async () => {
    const renamed = sql`select id, state as condition from thing`
    await expectBug(
      renamed,
      { id: col.uuid, state: col.text },
      'column condition is not declared, in the answer to: select id, state as condition from thing',
    )
  })

  test('a column is missing', async () => {
    await expectBug(sql`select id from thing`, { id: col.uuid, state: col.text }, 'column state is missing')
  })

  test('a column is there twice', async () => {
    await expectBug(sql`select id, id from thing`, { id: col.uuid }, 'column id is there twice')
  })

  test('a column has another type, even where no row shows it', async () => {
    const statement = sql`select count(*)::int as things from thing where false group by id`
    await expectBug(statement, { things: col.int8 }, 'column things is int4, not int8, in the answer to: select')
  })

  test('a column has a type that no code reads', async () => {
    await expectBug(sql`select current_date as day`, { day: col.text }, 'column day is type 1082, not text')
  })

  test('a value is null that is not declared so', async () => {
    await expectBug(sql`select note from thing`, { note: col.text }, 'column note is null, not text')
  })

  test('a word is none of those that are declared', async () => {
    await expectBug(
      sql`select 'lost' as state`,
      { state: col.oneOf('open', 'closed') },
      'column state is "lost", not one of open, closed',
    )
  })

  test('one of several words is none of those that are declared', async () => {
    await expectBug(
      sql`select array['open', 'lost'] as states`,
      { states: col.someOf('open', 'closed') },
      'column states is "lost", not one of open, closed',
    )
  })

  test('JSON has another shape', async () => {
    await expectBug(
      sql`select details from thing`,
      { details: col.json(z.object({ colour: z.number() })) },
      'column details differs from its schema at ["colour"]: ',
    )
  })
})

test('a null within JSON is a value, for its schema to judge', async () => {
  const statement = sql`select 'null'::jsonb as value`
  expect(await database.db.query(statement, { value: col.json(z.nullable(z.string())) })).toEqual([{ value: null }])
  await expect(database.db.query(statement, { value: col.json(z.string()) })).rejects.toThrow('column value differs')
})

test('a statement whose rows do not matter says how many it returned or changed', async () => {
  const { db } = database
  expect(await db.execute(sql`select 1 from generate_series(1, 3)`)).toBe(3)
  expect(await db.execute(sql`select 1 where false`)).toBe(0)
  await db.transaction(async (tx) => {
    expect(await tx.execute(sql`create table other (id integer)`)).toBe(0)
    expect(await tx.execute(sql`insert into other values (1), (2)`)).toBe(2)
    expect(await tx.execute(sql`update other set id = 5 where id = 1`)).toBe(1)
    expect(await tx.execute(sql`delete from other returning id`)).toBe(2)
    await expect(tx.query(sql`select 1 as one`, { one: col.int8 })).rejects.toThrow('column one is int4, not int8')
    expect(await tx.query(sql`select 1 as one`, { one: col.int4 })).toEqual([{ one: 1 }])
  })
})
