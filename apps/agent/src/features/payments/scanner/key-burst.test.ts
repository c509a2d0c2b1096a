import { expect, test } from 'vitest'
import { burstAtEnter, type KeyBurst, nextBurst, noBurst } from './key-burst.ts'

const keysOf = (text: string) => Array.from(text)

const type = (keys: readonly string[], gapMs: number) => {
  let burst: KeyBurst = noBurst
  let atMs = 1000
  for (const key of keys) {
    burst = nextBurst(burst, key, atMs)
    atMs += gapMs
  }
  return burstAtEnter(burst, atMs)
}

test('what is typed as fast as by a scanner and ends with Enter is a scan, with its capital letters', () => {
  expect(type(keysOf('A2B3C4D5E6'), 8)).toBe('A2B3C4D5E6')
  expect(type(['Shift', 'A', '2', 'Shift', 'B', '3', 'Shift', 'C', '4'], 15)).toBe('A2B3C4')
})

test('what a person types is no scan', () => {
  expect(type(keysOf('A2B3C4D5E6'), 120)).toBeNull()
  expect(type(keysOf('125'), 8)).toBeNull()
  expect(type([], 8)).toBeNull()
  expect(type(['A', '2', 'B', '3', 'C', '4', 'Tab'], 8)).toBeNull()
})

test('a scan begins anew after a pause', () => {
  const typed = nextBurst(noBurst, '7', 1000)
  const scanned = keysOf('A2B3C4D5E6').reduce((burst, key, index) => nextBurst(burst, key, 2000 + index * 5), typed)
  expect(burstAtEnter(scanned, 2060)).toBe('A2B3C4D5E6')
  expect(burstAtEnter(scanned, 4000)).toBeNull()
})
