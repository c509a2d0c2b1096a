import { expect, test } from 'vitest'
import { joinPages } from './join-pages.ts'

interface Item {
  readonly id: string
  readonly reversed_at: number | null
}

const item = (id: number): Item => ({ id: String(id), reversed_at: null })
const page = (...ids: number[]) => ids.map(item)
const ids = (list: readonly Item[]) => list.map(({ id }) => Number(id))

test('pages follow one another', () => {
  expect(ids(joinPages([], [page(9, 8, 7), page(6, 5)]))).toEqual([9, 8, 7, 6, 5])
})

test('a transaction is listed once, although new ones have moved it into the next page', () => {
  expect(ids(joinPages([], [page(9, 8, 7), page(8, 7, 6), page(5)]))).toEqual([9, 8, 7, 6, 5])
})

test('what arrived later is on top, and is not repeated by a page that holds it too', () => {
  expect(ids(joinPages(page(11, 10), [page(9, 8), page(10, 9, 7)]))).toEqual([11, 10, 9, 8, 7])
})

test('what was read last counts: a transaction may have been reversed since', () => {
  const reversed = { ...item(8), reversed_at: 20 }
  expect(joinPages([item(9), reversed], [page(9, 8, 7)])).toEqual([item(9), reversed, item(7)])
})

test('nothing comes of nothing', () => {
  expect(joinPages([], [])).toEqual([])
})
