import { startServer } from '@cashbox/testing/movable-world'
import type { RunningPostgres } from '@cashbox/testing/postgres/start-postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openComparison } from './compare-tables.ts'
import { openNetworkDatabase } from './network-database.ts'

const ROWS = 1_000
const CHUNK_ROWS = 100
/** Of the tables that are compared as a whole each time. */
const SMALL_ROWS = 3

let server: RunningPostgres
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

let pairs = 0

/** Two schemas with the same rows: tables with chunks, one whose key has two columns of text, and one without a key. */
async function openPair(change = '') {
  pairs += 1
  const open = async (side: string) => {
    const network = `${side}_${pairs}`
    const database = await openNetworkDatabase(server.url('postgres'), network)
    onTestFinished(() => database.close())
    await database.script(`create schema ${network};
      create table payment (number bigint primary key, note text not null);
      create table setting (name text, scope text, value text not null, primary key (name, scope));
      create table jump (note text);
      alter table jump replica identity full;
      create table part (number bigint, at date, primary key (number, at)) partition by range (at);
      create table part_1 partition of part default;
      insert into payment select n, 'note ' || n from generate_series(1, ${ROWS}) as n;
      insert into setting values ('colour', 'it''s "all"', 'green'), ('language', '', 'en');
      insert into part values (1, '2026-11-19')`)
    return database
  }
  const [source, target] = [await open('source'), await open('target')]
  const publication = `moved_${pairs}`
  await source.script(
    `create publication ${publication} for table payment, setting, jump, part with (publish_via_partition_root = true)`,
  )
  await target.script(change)
  const comparison = await openComparison(source, target, publication, CHUNK_ROWS)
  onTestFinished(async () => void (await comparison.close()))
  return { source, target, comparison, first: await comparison.pass() }
}

const equal = (rows: number) => ({ different: [], tables: 4, rows })

test('the first pass reads every row, and each later one small tables and those that were written since', async () => {
  const { source, target, comparison, first } = await openPair()
  expect(first).toEqual(equal(ROWS + SMALL_ROWS))
  expect(await comparison.pass()).toEqual(equal(SMALL_ROWS))
  for (const database of [source, target]) {
    await database.script(`update payment set note = 'paid' where number in (5, 250);
      update payment set number = -7 where number = 7`)
  }
  // A row whose key has changed is looked for by both.
  expect(await comparison.pass()).toEqual(equal(2 + 2 + SMALL_ROWS))
  // Once more, because a change stands in the log a moment before it can be seen.
  expect(await comparison.pass()).toEqual(equal(2 + 2 + SMALL_ROWS))
  expect(await comparison.pass()).toEqual(equal(SMALL_ROWS))
})

const changes: readonly (readonly [string, string, string])[] = [
  ['changed', 'payment', `update payment set note = 'other' where number = 5`],
  ['added', 'payment', `insert into payment values (0, 'new')`],
  ['deleted', 'payment', 'delete from payment where number = 505'],
  [
    'deleted while another was added',
    'payment',
    `delete from payment where number = 505; insert into payment values (-1, 'new')`,
  ],
  [
    'deleted beside one that was changed',
    'payment',
    `delete from payment where number = 505; update payment set note = note where number = 5`,
  ],
  ['given another key', 'payment', `update payment set number = -7 where number = 7`],
  ['changed under a key of two texts', 'setting', `update setting set value = 'red' where name = 'colour'`],
  ['added to a table without a key', 'jump', `insert into jump values ('a')`],
  ['added to a part of a table', 'part', `insert into part values (1, '2026-11-20')`],
  ['removed with all others', 'setting', 'truncate setting'],
]

test.each(changes)(
  'a row that was %s in the source makes the table different until the copy has it too',
  async (_, table, change) => {
    const { source, target, comparison } = await openPair()
    await source.script(change)
    expect((await comparison.pass()).different).toEqual([table])
    expect((await comparison.pass()).different).toEqual([table])
    await target.script(change)
    expect((await comparison.pass()).different).toEqual([])
  },
)

test.each(changes)(
  'a row that was %s in the copy before the first pass makes the table different until it is as in the source',
  async (_, table, change) => {
    const { source, comparison, first } = await openPair(change)
    expect(first.different).toEqual([table])
    expect((await comparison.pass()).different).toEqual([table])
    await source.script(change)
    expect((await comparison.pass()).different).toEqual([])
  },
)

test('a row that a transaction writes during a pass is compared in the next one', async () => {
  const { source, target, comparison } = await openPair()
  await source.query('begin')
  await source.query(`update payment set note = 'late' where number = 700`)
  expect((await comparison.pass()).different).toEqual([])
  expect((await comparison.pass()).different).toEqual([])
  await source.query('commit')
  expect((await comparison.pass()).different).toEqual(['payment'])
  await target.query(`update payment set note = 'late' where number = 700`)
  expect((await comparison.pass()).different).toEqual([])
})
