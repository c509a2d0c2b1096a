import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestBench, type TestBench } from './test/test-bench.ts'

const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo'

let bench: TestBench

beforeEach(async () => {
  bench = await startTestBench()
})

afterEach(() => bench.stop())

describe('the history', () => {
  const login = { AccountID: '100200', PassPhrase: 'open sesame' }
  const days = { startday: '14', startmonth: '2', startyear: '2027', endday: '14', endmonth: '02', endyear: '2027' }
  const pull = async (changes: Readonly<Record<string, string>> = {}) => {
    const response = await bench.post('/acct/historycsv.asp', { ...login, ...days, paymentsreceived: '1', ...changes })
    expect(response.status).toBe(200)
    return response.text()
  }

  test('lists what was paid, reported or not, quoted where it must be', async () => {
    await bench.postJson('/switches', { status_calls: 'never' })
    await bench.post(`${await bench.open()}/pay`, { memo: 'For "Ann", thanks' })
    const [payment] = await bench.payments()
    expect(await pull()).toBe(
      `${HEADER}\n02/14/2027 10:11,Income,${payment?.batch},USD,25.50,0.00,U7654321,U1234567,pm0123,"For ""Ann"", thanks"`,
    )
  })

  test('keeps to the days asked for, in GMT, and to the order or number asked for', async () => {
    for (const time of [
      '2027-02-13T23:59:59Z',
      '2027-02-14T00:00:00Z',
      '2027-02-14T23:59:59Z',
      '2027-02-15T00:00:00Z',
    ]) {
      bench.clock.now = new Date(time)
      await bench.postJson('/pay', { PAYEE_ACCOUNT: 'U1234567', PAYMENT_AMOUNT: '1', PAYMENT_ID: `at ${time}` })
    }
    const lines = (await pull()).split('\n')
    expect(lines.map((line) => line.split(',')[8])).toEqual([
      'Payment ID',
      'at 2027-02-14T23:59:59Z',
      'at 2027-02-14T00:00:00Z',
    ])
    const batch = lines[2]?.split(',')[2] ?? ''
    expect((await pull({ batchfilter: batch })).split('\n')).toEqual([HEADER, lines[2]])
    expect((await pull({ payment_id: 'at 2027-02-14T23:59:59Z' })).split('\n')).toEqual([HEADER, lines[1]])
    expect(await pull({ payment_id: 'another' })).toBe('No Records Found.')
  })

  test.each([
    [{ PassPhrase: 'wrong' }, 'Error: Can not login with passed AccountID and PassPhrase'],
    [{ AccountID: '' }, 'Error: Can not login with passed AccountID and PassPhrase'],
    [{ startday: 'x' }, 'Error: Invalid startday'],
    [{ endday: '31' }, 'Error: Invalid endday'],
    [{ startyear: '0' }, 'Error: Invalid startyear'],
    [
      { startmonth: '1', startday: '14' },
      'Error: Period between starting and ending date can not be more than 30 days',
    ],
    [{ endday: '13' }, 'Error: Period between starting and ending date can not be more than 30 days'],
  ])('answers %j with an error line', async (changes, line) => {
    expect(await pull(changes)).toBe(line)
  })

  test('refuses a field that is there twice', async () => {
    const twice = new URLSearchParams({ ...login, ...days }).toString()
    const response = await bench.post('/acct/historycsv.asp', `${twice}&AccountID=1`)
    expect(await response.text()).toBe('Error: Invalid AccountID')
  })
})
