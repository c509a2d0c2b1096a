import { expect, test } from 'vitest'
import { fileRequest } from './file-request.ts'

const history = { list: 'history', type: null, fromDay: '', toDay: '' } as const
const seconds = (moment: string) => Date.parse(moment) / 1000

test('days are whole days of the zone', () => {
  expect(fileRequest(history, { format: 'pdf', from: '2026-11-01', to: '2026-11-30' }, 'Asia/Tashkent')).toEqual({
    list: 'history',
    format: 'pdf',
    from: seconds('2026-10-31T19:00Z'),
    to: seconds('2026-11-30T18:59:59Z'),
    timezone: 'Asia/Tashkent',
  })
})

test('a field that is empty is no limit, and days the wrong way round are turned', () => {
  expect(fileRequest(history, { format: 'csv', from: '', to: '' }, 'UTC')).toEqual({
    list: 'history',
    format: 'csv',
    timezone: 'UTC',
  })
  expect(
    fileRequest({ ...history, type: 'deposit' }, { format: 'csv', from: '2026-02-02', to: '2026-02-01' }, 'UTC'),
  ).toMatchObject({
    type: 'deposit',
    from: seconds('2026-02-01T00:00Z'),
    to: seconds('2026-02-02T23:59:59Z'),
  })
})
