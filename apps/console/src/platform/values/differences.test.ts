import { expect, test } from 'vitest'
import { differencesOf } from './difference-table.tsx'

test('each field that changed is shown as it was and as it became, without the count of changes', () => {
  const before = { role: 'support', name: 'Dana', version: 1 }
  expect(differencesOf(before, { ...before, role: 'risk', version: 2 })).toEqual([
    { field: 'role', before: 'support', after: 'risk' },
  ])
})

test('values are written as they are asked for', () => {
  const percent = (_field: string, value: unknown) => `${String(value)} %`
  expect(differencesOf({ fee: 1 }, { fee: 2 }, percent)).toEqual([{ field: 'fee', before: '1 %', after: '2 %' }])
})

test('what was not there, or is no longer, is nothing', () => {
  expect(differencesOf(null, { email: 'a@b.c' })).toEqual([{ field: 'email', before: null, after: 'a@b.c' }])
  expect(differencesOf({ note: 'late' }, { note: null })).toEqual([{ field: 'note', before: 'late', after: null }])
  expect(differencesOf(null, null)).toEqual([])
})

test('what has parts keeps them', () => {
  expect(differencesOf(null, { geo: { lat: 41 } })[0]?.after).toBe('{\n "lat": 41\n}')
})
