import { describe, expect, test } from 'vitest'
import { isSameReceipt, readReceipt } from './receipt.ts'

const TXID = 'ab'.repeat(32)
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const CONTRACT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
const TOPICS = [
  'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '000000000000000000000000b6e708a39781c96bd399c7657780ff9fe9f052a8',
  '000000000000000000000000c8599111f29c1e1e061265b4af93ea1f274ad78a',
]
const DATA = '0000000000000000000000000000000000000000000000000000000000bebc20'
const LOG = { address: CONTRACT, topics: TOPICS, data: DATA }

const answer = (changes: object = {}) => ({
  id: TXID,
  blockNumber: 71,
  contractResult: ['0'.repeat(64)],
  receipt: { result: 'SUCCESS' },
  log: [LOG],
  ...changes,
})

const transfersOf = (log: object) => readReceipt(answer({ log: [{ ...LOG, ...log }] }), TXID)?.transfers

const VECTOR = {
  logIndex: 0,
  contract: USDT,
  from: 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
  to: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  units: 12_500_000n,
}

describe('a receipt', () => {
  test('of the published vector is 12.5 USDT from 0/1 to 0/0, though the contract returned false', () => {
    expect(readReceipt(answer(), TXID)).toEqual({ txid: TXID, blockNumber: 71, isSuccess: true, transfers: [VECTOR] })
  })

  test.each([CONTRACT, `41${CONTRACT}`, `0x${CONTRACT}`, USDT, CONTRACT.toUpperCase()])(
    'names its contract as %s, and it is the same one',
    (address) => expect(transfersOf({ address })).toEqual([VECTOR]),
  )

  test.each([
    ['the call failed', { result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } }],
    ['the top says FAILED and the receipt SUCCESS', { result: 'FAILED' }],
    ['the receipt has no result', { receipt: {} }],
    ['there is no receipt in it', { receipt: undefined }],
    ['the result is written another way', { receipt: { result: 'success' } }],
  ])('proves no success when %s', (_what, changes) => {
    expect(readReceipt(answer(changes), TXID)?.isSuccess).toBe(false)
  })

  test.each([
    ['another event', { topics: [TOPICS[1], TOPICS[1], TOPICS[2]] }],
    ['two topics', { topics: TOPICS.slice(0, 2) }],
    ['four topics, as a token that is one of its kind has', { topics: [...TOPICS, DATA] }],
    ['no topics', { topics: undefined }],
    ['short data', { data: DATA.slice(2) }],
    ['long data', { data: `${DATA}00` }],
    ['no data', { data: undefined }],
    ['data that is not hex', { data: 'zz'.repeat(32) }],
    ['a short receiver', { topics: [TOPICS[0], TOPICS[1], TOPICS[2]?.slice(2)] }],
    ['a contract that is no address', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T' }],
  ])('counts no log with %s', (_what, log) => {
    expect(transfersOf(log)).toEqual([])
  })

  test('keeps the place of a log among all logs, and zero as zero', () => {
    const log = [{ address: CONTRACT, topics: ['11'.repeat(32)], data: '' }, { ...LOG, data: '0'.repeat(64) }, LOG]
    expect(readReceipt(answer({ log }), TXID)?.transfers).toEqual([
      { ...VECTOR, logIndex: 1, units: 0n },
      { ...VECTOR, logIndex: 2 },
    ])
  })

  test('that is unknown is none', () => {
    expect(readReceipt({}, TXID)).toBeNull()
  })

  test.each([
    ['of another transaction', answer({ id: 'cd'.repeat(32) })],
    ['without its id', answer({ id: undefined })],
    ['without a block', answer({ blockNumber: undefined })],
    ['with half a block', answer({ blockNumber: 71.5 })],
    ['with logs that are no list', answer({ log: {} })],
    ['that is a list', []],
    ['that is a text', 'SUCCESS'],
    ['that is nothing', null],
  ])('%s is refused', (_what, given) => {
    expect(() => readReceipt(given, TXID)).toThrow()
  })

  test.each([
    ['amount', answer({ log: [{ ...LOG, data: `${'0'.repeat(63)}1` }] })],
    ['outcome', answer({ result: 'FAILED' })],
    ['block', answer({ blockNumber: 72 })],
    ['number of transfers', answer({ log: [LOG, LOG] })],
  ])('with another %s is another story', (_what, other) => {
    const read = (given: unknown) => readReceipt(given, TXID) ?? expect.fail('there is a receipt')
    expect(isSameReceipt(read(answer()), read(other))).toBe(false)
    expect(isSameReceipt(read(answer()), read(answer()))).toBe(true)
  })
})
