import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { column, searched, type TableColumn, valued } from './columns.tsx'
import { useDataTable } from './data-table.tsx'
import { filtersOf, inBrowser } from './list.ts'

interface Thing {
  readonly name: string
  readonly role: string
  readonly keys: number
}

const things: readonly Thing[] = [
  { name: 'zebra', role: 'risk', keys: 10 },
  { name: 'Émile', role: 'admin', keys: 9 },
  { name: 'Anton', role: 'risk_head', keys: 2 },
]

const columns: readonly TableColumn<Thing>[] = [
  searched('name', 'Name', ({ name }) => name),
  valued(
    ({ role }) => role,
    column('access', 'Role', ({ role }) => role),
  ),
  valued(
    ({ keys }) => keys,
    column('keys', 'Keys', ({ keys }) => keys),
  ),
]

type Controls = Parameters<typeof filtersOf>[0]

const filtered = (values: Readonly<Record<string, string>>): Controls => ({
  isAny: true,
  clear: () => undefined,
  controls: Object.entries(values).map(([name, value]) => ({
    label: name,
    name,
    value,
    onChange: () => undefined,
    ...(name === 'role' && { column: 'access' }),
  })),
})

function shown(filters: Controls, sort = { id: 'name', desc: false }, rowsAtOnce = 60): string {
  const Names = () => {
    const table = useDataTable<Thing>({
      ...inBrowser<Thing>(rowsAtOnce),
      columns,
      rows: things,
      keyOf: ({ name }) => name,
      enableSorting: true,
      state: { sorting: [sort], ...filtersOf(filters) },
    })
    return table
      .getRowModel()
      .rows.map(({ id }) => id)
      .join(' ')
  }
  return renderToStaticMarkup(createElement(Names))
}

test('names are sorted as people read them, and figures by their value', () => {
  expect(shown(undefined)).toBe('Anton Émile zebra')
  expect(shown(undefined, { id: 'name', desc: true })).toBe('zebra Émile Anton')
  expect(shown(undefined, { id: 'keys', desc: false })).toBe('Anton Émile zebra')
  expect(shown(undefined, { id: 'keys', desc: true })).toBe('zebra Émile Anton')
})

test('a search looks into texts only, without regard to case or spaces around it', () => {
  expect(shown(filtered({ search: ' ANT ' }))).toBe('Anton')
  expect(shown(filtered({ search: '10' }))).toBe('')
  expect(shown(filtered({ search: ' ' }))).toBe('Anton Émile zebra')
})

test('a filter compares the whole value of its column, together with the search', () => {
  expect(shown(filtered({ role: 'risk' }))).toBe('zebra')
  expect(shown(filtered({ role: 'risk', search: 'anton' }))).toBe('')
  expect(shown(filtered({ role: '', search: 'anton' }))).toBe('Anton')
})

test('a long list is drawn in parts, after it is sorted', () => {
  expect(shown(undefined, { id: 'name', desc: true }, 2)).toBe('zebra Émile')
})
