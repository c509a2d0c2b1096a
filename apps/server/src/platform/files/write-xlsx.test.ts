import { buffer } from 'node:stream/consumers'
import { readSheet, unzip } from '@cashbox/testing/read-xlsx'
import { expect, test } from 'vitest'
import type { Column } from './cells.ts'
import { writeXlsx } from './write-xlsx.ts'

const columns: Column[] = [
  { name: 'money', path: 'money', kind: 'money' },
  { name: 'at', path: 'at', kind: 'time' },
  { name: 'text', path: 'text', kind: 'text' },
]

async function* pagesOf(rows: readonly object[]) {
  for (let start = 0; start < rows.length; start += 2) yield rows.slice(start, start + 2)
}
const write = (rows: readonly object[], rowsASheet?: number) =>
  buffer(writeXlsx({ name: 'test', columns, pages: pagesOf(rows), ...(rowsASheet ? { rowsASheet } : {}) }))
const row = (given: object) => ({ money: '0.00', at: null, text: null, ...given })

test.each([
  ['1250.50', 'number', 1],
  ['-0.01', 'number', 1],
  ['9999999999999.99', 'number', 1],
  ['99999999999999.99', 'text', 3],
  ['0.000000000000001', 'number', 0],
  ['1234567890.1234567', 'text', 3],
])('money of %s is a %s: only what a spreadsheet keeps to the last digit is a number', async (money, type, style) => {
  const [, cells] = readSheet(await write([row({ money })]))
  expect(cells?.get('A')).toEqual({ type, style, value: money })
})

test('a time is the day and the part of it that a spreadsheet counts', async () => {
  const [, cells] = readSheet(await write([row({ at: Date.UTC(2026, 10, 15, 12) / 1000 })]))
  expect(cells?.get('B')).toEqual({ type: 'number', style: 2, value: '46341.5' })
})

test('what XML can not hold is left out, and what looks like an escape stays as it was written', async () => {
  const [, cells] = readSheet(await write([row({ text: 'a\u0000\u0008b\uD800 & <c> _x0041_' })]))
  expect(cells?.get('C')?.value).toBe('ab\uFFFD & <c> _x005F_x0041_')
})

test('what does not fit on a sheet goes on the next', async () => {
  const file = await write(
    Array.from({ length: 5 }, (_, index) => row({ text: `row ${index}` })),
    3,
  )
  const texts = [1, 2, 3].map((sheet) => readSheet(file, sheet).map((cells) => cells.get('C')?.value))
  expect(texts).toEqual([
    ['text', 'row 0', 'row 1'],
    ['text', 'row 2', 'row 3'],
    ['text', 'row 4'],
  ])
  expect(unzip(file).get('xl/workbook.xml')).toContain('name="test 3"')
})

test('a list of nothing is a sheet with a header', async () => {
  expect(readSheet(await write([]))).toHaveLength(1)
})

test('a list that breaks off breaks the file', async () => {
  async function* breaking() {
    yield [row({})]
    throw new Error('the database went away')
  }
  await expect(buffer(writeXlsx({ name: 'test', columns, pages: breaking() }))).rejects.toThrow(
    'the database went away',
  )
})
