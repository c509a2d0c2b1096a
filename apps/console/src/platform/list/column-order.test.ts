import { expect, test } from 'vitest'
import { canMove, chosenOf, moveColumn, toggleColumn } from './column-chooser.tsx'
import { shownColumns } from './columns.tsx'

const columns = ['name', 'email', 'city', 'status'].map((id) => ({ id }))
const shownOf = (chosen: readonly string[] | null) => shownColumns(columns, chosen).map(({ id }) => id)

test('columns are shown in the order in which they were chosen, after the first, which leads to the row', () => {
  expect(shownOf(null)).toEqual(['name', 'email', 'city', 'status'])
  expect(shownOf(['status', 'name', 'email'])).toEqual(['name', 'status', 'email'])
})

test('a column that the list does not have, or that is named twice, changes nothing', () => {
  expect(shownOf(['name', 'shoes', 'city', 'city'])).toEqual(['name', 'city'])
  expect(shownOf(['shoes'])).toEqual(['name'])
})

test('a column that is shown again comes back to its place', () => {
  expect(toggleColumn(columns, ['name', 'city', 'status'], 'email')).toEqual(['name', 'email', 'city', 'status'])
  expect(toggleColumn(columns, ['name', 'city'], 'status')).toEqual(['name', 'city', 'status'])
  expect(toggleColumn(columns, ['name', 'city'], 'city')).toEqual(['name'])
})

test('a column moves one place, never before the first and never beyond the last', () => {
  expect(moveColumn(['name', 'email', 'city'], 'city', -1)).toEqual(['name', 'city', 'email'])
  expect(moveColumn(['name', 'email', 'city'], 'email', 1)).toEqual(['name', 'city', 'email'])
  expect(moveColumn(['name', 'email'], 'email', -1)).toEqual(['name', 'email'])
  expect(canMove(['name', 'email'], 'name', 1)).toBe(false)
  expect(canMove(['name', 'email'], 'email', 1)).toBe(false)
})

test('all columns in the order of the list are no choice', () => {
  expect(chosenOf(columns, ['name', 'email', 'city', 'status'])).toBeNull()
  expect(chosenOf(columns, ['name', 'city', 'email', 'status'])).toEqual(['name', 'city', 'email', 'status'])
})

test('an extra column is hidden until it is chosen', () => {
  const more = [...columns, { id: 'phone', meta: { isExtra: true } }]
  expect(shownColumns(more, null)).toEqual(columns)
  expect(shownColumns(more, ['name', 'phone']).map(({ id }) => id)).toEqual(['name', 'phone'])
  expect(chosenOf(more, ['name', 'email', 'city', 'status'])).toBeNull()
  expect(chosenOf(more, ['name', 'email', 'city', 'status', 'phone'])).toHaveLength(5)
})
