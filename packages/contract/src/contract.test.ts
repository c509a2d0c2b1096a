import { describe, expect, test } from 'vitest'
import { agentApi, distanceM, formatMinor, hasBlock, languageOf, parseMinor, passwordRule } from './index.ts'
import { operatorApi } from './operator/index.ts'
import { Day } from './reconciliation.ts'

describe('money', () => {
  test.each([
    ['0', 0n],
    ['1250.5', 125_050n],
    ['1250.50', 125_050n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('%s is read exactly', (text, minor) => {
    expect(parseMinor(text)).toBe(minor)
  })

  test.each(['', '-1', '1.005', '1e3', '1,5', '.5', '5.', ' 1', '1000000000000', 'NaN', '٣', '0x1'])(
    '"%s" is not an amount',
    (text) => {
      expect(parseMinor(text)).toBeNull()
    },
  )

  test.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [125_050n, '1250.50'],
    [-123_456_789n, '-1234567.89'],
  ])('%i is written with two decimals', (minor, text) => {
    expect(formatMinor(minor)).toBe(text)
  })
})

test.each([
  [0, 0, 0.001, 0, 111.194927],
  [41.2995, 69.2401, 41.3004, 69.2401, 100.075434],
  [0, 179.999, 0, -179.999, 222.389853],
  [0, 0, 0, 180, 20015086.796021],
])('the great circle from %d,%d to %d,%d is %d m', (lat1, lon1, lat2, lon2, metres) => {
  expect(distanceM({ latitude: lat1, longitude: lon1 }, { latitude: lat2, longitude: lon2 })).toBeCloseTo(metres, 5)
})

test.each([
  ['Abc123', true],
  ['abc12!', true],
  ['ABC12!', true],
  ['Abcdef', false],
  ['Ab1!', false],
  ['abcdef1', false],
  ['Пароль1', true],
  ['كلمةسر1!', true],
])('the password "%s" keeps the rule: %s', (password, isGood) => {
  expect(passwordRule(password)).toBe(isGood)
})

test('pending, rejected and blocked agents have a block, the others not', () => {
  const statuses = ['approved', 'pending', 'suspended', 'rejected', 'blocked'] as const
  expect(statuses.filter(hasBlock)).toEqual(['pending', 'rejected', 'blocked'])
})

test('a language tag leads to a language we speak', () => {
  expect(['ru-RU', 'AR', 'xx', undefined].map(languageOf)).toEqual(['ru', 'ar', 'en', 'en'])
})

test('an operator call is public exactly when anyone may make it', () => {
  const ofAnyone = operatorApi.filter(({ roles }) => roles === 'anyone')
  expect(operatorApi.filter(({ access }) => access === 'public')).toEqual(ofAnyone)
})

test('no two calls share a method and a path', () => {
  const names = agentApi.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(['0000-01-01', '2026-02-30', '26-1-1'])('%s is not a day', (text) => {
  expect(Day.safeParse(text).success).toBe(false)
})
