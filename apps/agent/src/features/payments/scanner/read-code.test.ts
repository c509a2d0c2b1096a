import { expect, test } from 'vitest'
import { readCode } from './read-code.ts'

test.each([
  ['A2B3C4D5E6', 'A2B3C4D5E6'],
  [' a2b3c-4d5e6\n', 'A2B3C4D5E6'],
  ['https://cashbox.example/dashboard?transaction_id=a2b3c4d5e6&from=paper', 'A2B3C4D5E6'],
])('%j is the transaction %s', (text, id) => {
  expect(readCode(text)).toBe(id)
})

test.each([
  '',
  '4601234567890',
  'A2B3C4D5E',
  'A2B3C4D5E67',
  // Letters that no ID has.
  'A2B3C4D5EO',
  'https://cashbox.example/receipts/A2B3C4D5E6',
  'https://',
  'WIFI:S:counter;T:WPA;P:secret;;',
  'A2B3C4D5E6 A2B3C4D5E7',
])('%j is no transaction, and is not looked up', (text) => {
  expect(readCode(text)).toBeNull()
})
