import { describe, expect, test } from 'vitest'
import { neededFor, plainAmount, receivedFor } from './topup-amounts.ts'

const tron = { type: 'tron', rate: '12650.50', offset_percent: '1.5' } as const
const perfectMoney = { type: 'perfect-money', rate: '41.2810', offset_percent: '-2' } as const

describe('the calculator', () => {
  test('answers while an amount is being typed', () => {
    expect(['', '.', '1', '1.', '1.5', '.5', '007'].map((typed) => receivedFor(typed, tron))).toEqual([
      '',
      '',
      '12840.25',
      '12840.25',
      '19260.38',
      '6420.12',
      '89881.80',
    ])
  })

  test('turns round: what it says to send brings what was asked for', () => {
    expect(neededFor('12840.25', tron)).toBe('1')
    expect(neededFor('1000', tron)).toBe('0.077881')
    expect(receivedFor('0.077881', tron)).toBe('1000.01')
    expect(receivedFor('0.077880', tron)).toBe('999.99')
    expect(neededFor('1000', perfectMoney)).toBe('24.72')
    expect(receivedFor('24.72', perfectMoney)).toBe('1000.05')
    expect(receivedFor('24.71', perfectMoney)).toBe('999.65')
  })

  test('says nothing where there is no rate', () => {
    expect(receivedFor('10', { ...tron, rate: '0' })).toBe('')
    expect(neededFor('10', { ...tron, rate: '0' })).toBe('')
  })
})

test.each([
  ['12.', '12'],
  ['.5', '0.5'],
  ['0012.50', '12.50'],
  ['0', '0'],
  ['0.10', '0.10'],
  ['', ''],
  ['.', ''],
])('"%s" in a field means "%s"', (typed, amount) => {
  expect(plainAmount(typed)).toBe(amount)
})
