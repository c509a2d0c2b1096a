import { type PerfectMoneyHistory, startHistory } from '@cashbox/testing/perfect-money-history'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readHistory } from './history.ts'

const login = { accountId: '7654321', password: 'a password & more' }
const days = { since: new Date('2024-02-28T23:59:00Z'), until: new Date('2024-03-02T00:01:00Z') }
const at = new Date('2024-03-01T10:11:00Z')

let history: PerfectMoneyHistory
beforeAll(async () => {
  history = await startHistory(login)
})
afterAll(() => history.close())
afterEach(() => {
  history.bend(null)
  history.rows.length = 0
  history.asked.length = 0
})

const read = (access: Partial<typeof login> = {}, batch?: string) =>
  readHistory('U1234567', { url: history.url, ...login, ...access }, { ...days, ...(batch ? { batch } : {}) })
const answer = (text: string) => history.bend(() => ({ text }))
const rowWith = (time: string) => `${history.header}\n${time},Income,1,USD,2.5,0.01,U2,U1234567,pm1,`
const timeIn = async (time: string) => {
  answer(rowWith(time))
  const [row] = await read()
  return typeof row === 'object' ? row.at.toISOString() : row
}

test('the days, the account and its password are asked in the body', async () => {
  await read({}, '123')
  expect(history.asked.map((fields) => Object.fromEntries(fields))).toEqual([
    {
      AccountID: '7654321',
      PassPhrase: 'a password & more',
      startday: '28',
      startmonth: '2',
      startyear: '2024',
      endday: '2',
      endmonth: '3',
      endyear: '2024',
      paymentsreceived: '1',
      batchfilter: '123',
    },
  ])
})

test('payments to the account are distinguished from everything else', async () => {
  history.rows.push(
    { batch: '11', paymentId: 'pm1', at, amount: '25.5', memo: 'for me, and "you"' },
    { batch: '12', paymentId: '', at },
    { batch: '13', paymentId: 'pm1', at, payee: 'U999' },
    { batch: '14', paymentId: 'pm1', at, type: 'Spend' },
    { batch: 'x', paymentId: 'pm1', at },
  )
  const payment = {
    payeeAccount: 'U1234567',
    payerAccount: 'U7654321',
    units: 'USD',
    amountMinor: 2550n,
    isWhole: true,
    at,
  }
  expect(await read()).toEqual([
    { ...payment, batch: '11', paymentId: 'pm1' },
    { ...payment, batch: '12', paymentId: '' },
    'other',
    'other',
    'unreadable',
  ])
})

test('no records are no payments', async () => {
  expect(await read()).toEqual([])
})

describe('times are in GMT', () => {
  test.each([
    ['02/14/2017 10:11', '2017-02-14T10:11:00.000Z'],
    ['2/4/2017 1:02', '2017-02-04T01:02:00.000Z'],
    ['02/14/2017 10:11:12', '2017-02-14T10:11:12.000Z'],
    ['2/14/2017 12:30:00 AM', '2017-02-14T00:30:00.000Z'],
    ['2/14/2017 12:30 PM', '2017-02-14T12:30:00.000Z'],
    ['2/14/2017 11:59:59 pm', '2017-02-14T23:59:59.000Z'],
  ])('%s is %s', async (text, time) => {
    expect(await timeIn(text)).toBe(time)
  })

  test.each(['14/02/2017 10:11', '02/30/2017 10:11', '2017-02-14', 'noon', ''])('%j is none', async (text) => {
    expect(await timeIn(text)).toBe('unreadable')
  })
})

describe('an answer that is not the history is thrown, without the password', () => {
  test('of wrong credentials', async () => {
    await expect(read({ password: 'wrong' })).rejects.toThrow(
      'the Perfect Money history refused: Error: Can not login with passed AccountID and PassPhrase',
    )
  })

  test.each([
    ['', 'an empty answer'],
    ['Time,Type,Batch\n', 'Time,Type,Batch'],
    ["<input name='ERROR' type='hidden' value='API is disabled'>", 'API is disabled'],
    [`You sent ${login.password}`, 'You sent …'],
  ])('%j', async (text, message) => {
    answer(text)
    await expect(read()).rejects.toThrow(message)
  })

  test('a redirect is not followed: the password would go with it', async () => {
    history.bend(() => ({ status: 307, headers: { location: '/acct/historycsv.asp' }, text: '' }))
    await expect(read()).rejects.toThrow('the Perfect Money history answered with status 307')
    expect(history.asked).toHaveLength(1)
  })

  test('a closed port', async () => {
    await expect(readHistory('U1', { url: 'http://127.0.0.1:9/', ...login }, days)).rejects.toThrow(
      /^could not reach the Perfect Money history: (?!.*password)/,
    )
  })
})
