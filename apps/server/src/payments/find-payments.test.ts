import { type HistoryItem, type InputOf, listHistory, searchHistory } from '@cashbox/contract'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
let token: string
const all: HistoryItem[] = []
beforeAll(async () => {
  world = await openWorld()
  token = await world.logIn('approved')
  for (let offset = 0, isMore = true; isMore; offset += 100) {
    const { list } = (await world.call(listHistory, { limit: '100', offset: String(offset) }, { token })).payload
    all.push(...list)
    isMore = list.length === 100
  }
})
afterAll(() => world.close())

/** All of it, page by page. */
async function find(asked: Omit<InputOf<typeof searchHistory>, 'cursor' | 'limit'>, limit = 100) {
  const found: HistoryItem[] = []
  let cursor: string | null = null
  do {
    const page: { list: HistoryItem[]; next_cursor: string | null } = (
      await world.call(
        searchHistory,
        { ...asked, limit: String(limit), ...(cursor === null ? {} : { cursor }) },
        { token },
      )
    ).payload
    found.push(...page.list)
    cursor = page.next_cursor
  } while (cursor !== null)
  return found
}

const oneOf = (index: number): HistoryItem => {
  const item = all[index]
  if (!item) throw new Error('the history is too short')
  return item
}

test('a transaction is found by its ID, as people type it, and by the beginning of it', async () => {
  const item = oneOf(40)
  const id = item.transaction_id
  expect(await find({ search: id })).toEqual([item])
  expect(await find({ search: ` ${id.slice(0, 4).toLowerCase()} ${id.slice(4)}` })).toEqual([item])
  const begins = all.filter(({ transaction_id }) => transaction_id.startsWith(id.slice(0, 4)))
  expect(await find({ search: id.slice(0, 4) })).toEqual(begins)
})

test("a player's transactions are found, newest first, for any size of page", async () => {
  const { customer_id } = oneOf(40)
  const theirs = all.filter((item) => item.customer_id === customer_id)
  expect(await find({ search: customer_id })).toEqual(theirs)
  expect(await find({ search: customer_id }, 1)).toEqual(theirs)
})

test('an amount is found however it is written', async () => {
  const { amount } = oneOf(3)
  const [whole = ''] = amount.split('.')
  const same = all.filter((item) => item.amount === amount)
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  for (const search of [amount, whole, grouped, `${grouped}.00`]) expect(await find({ search }, 7)).toEqual(same)
})

test('days and type narrow what is found', async () => {
  const { customer_id } = oneOf(40)
  const theirs = all.filter((item) => item.customer_id === customer_id)
  const [first, last] = [theirs.at(-1)?.finished_at ?? 0, theirs[0]?.finished_at ?? 0]
  const period = (from: number, to: number) => ({ search: customer_id, from: String(from), to: String(to) })
  expect(await find(period(first, last))).toEqual(theirs)
  expect(await find(period(first + 1, last))).toEqual(theirs.filter(({ finished_at }) => finished_at > first))
  expect(await find(period(first, last - 1))).toEqual(theirs.filter(({ finished_at }) => finished_at < last))
  for (const type of ['deposit', 'withdraw'] as const) {
    expect(await find({ search: customer_id, type })).toEqual(theirs.filter((item) => item.type === type))
  }
})

test('what matches nothing is an empty list, also for signs that a pattern would read', async () => {
  for (const search of ['no such player', '%%%%', "'; --", '____', '99999999999999', '٥٠٠']) {
    expect(await find({ search })).toEqual([])
  }
})

test('one character is too short, and other agents find none of it', async () => {
  expect((await world.call(searchHistory, { search: '7' }, { token })).status).toBe(422)
  const other = await world.logIn('fenced')
  const { payload } = await world.call(searchHistory, { search: oneOf(0).transaction_id }, { token: other })
  expect(payload).toEqual({ list: [], next_cursor: null })
})
