import { openTestDatabase } from '@cashbox/testing/world'
import { expect, onTestFinished, test } from 'vitest'
import { openComparison } from './compare-tables.ts'
import { openNetworkDatabase } from './network-database.ts'

const ROWS = 1_000
const CHUNK_ROWS = 100

/** Two schemas with the same rows: a table with chunks, and one whose key is a text. */
async function openPair() {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const open = async (network: string) => {
    const side = await openNetworkDatabase(database.ownerUrl, network)
    onTestFinished(() => side.close())
    await side.script(`create schema ${network};
      create table payment (number bigint primary key, note text not null);
      create table setting (name text primary key, value text not null);
      insert into payment select n, 'note ' || n from generate_series(1, ${ROWS}) as n;
      insert into setting values ('colour', 'green'), ('language', 'en')`)
    return side
  }
  const [source, target] = [await open('source'), await open('target')]
  const comparison = await openComparison(source, target, CHUNK_ROWS)
  onTestFinished(async () => void (await comparison.close()))
  expect(await comparison.pass()).toEqual({ different: [], tables: 2, rows: ROWS + 2 })
  return { source, target, comparison }
}

test('a pass reads only what was written since the one before it', async () => {
  const { source, target, comparison } = await openPair()
  // A transaction that runs anywhere in this PostgreSQL makes a pass read more than it needs.
  const untilOnlySmallOnes = () => expect.poll(() => comparison.pass()).toEqual({ different: [], tables: 2, rows: 2 })
  await untilOnlySmallOnes()
  for (const database of [source, target]) await database.query(`update payment set note = 'paid' where number = 250`)
  expect(await comparison.pass()).toEqual({ different: [], tables: 2, rows: CHUNK_ROWS + 2 })
  await untilOnlySmallOnes()
})

test.each([
  ['changed', `update payment set note = 'other' where number = 5`],
  ['added', `insert into payment values (0, 'new')`],
  ['deleted', 'delete from payment where number = 505'],
  ['deleted while another was added', `delete from payment where number = 505; insert into payment values (-1, 'new')`],
  [
    'deleted beside one that was changed',
    `delete from payment where number = 505; update payment set note = note where number = 5`,
  ],
])('a row that was %s on one side makes the table different until the other side has it too', async (_, change) => {
  for (const one of ['source', 'target'] as const) {
    const { comparison, ...pair } = await openPair()
    await pair[one].script(change)
    expect((await comparison.pass()).different).toEqual(['payment'])
    expect((await comparison.pass()).different).toEqual(['payment'])
    await pair[one === 'source' ? 'target' : 'source'].script(change)
    expect((await comparison.pass()).different).toEqual([])
  }
})

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
