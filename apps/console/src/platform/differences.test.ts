import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('each field is shown as it was and as it became', () => {
  expect(differencesOf({ role: 'support', version: 1 }, { role: 'risk', version: 2 })).toEqual([
    { field: 'role', before: 'support', after: 'risk' },
    { field: 'version', before: '1', after: '2' },
  ])
})

test('what was not there, or is no longer, is nothing', () => {
  expect(differencesOf(null, { email: 'a@b.c' })).toEqual([{ field: 'email', before: null, after: 'a@b.c' }])
  expect(differencesOf({ note: 'late' }, { note: null })).toEqual([{ field: 'note', before: 'late', after: null }])
  expect(differencesOf(null, null)).toEqual([])
})

test('what has parts keeps them', () => {
  expect(differencesOf(null, { geo: { lat: 41 } })[0]?.after).toBe('{\n "lat": 41\n}')
})
