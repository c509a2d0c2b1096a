import { expect, test } from 'vitest'
import { groupReceiptCode, newReceiptCode, readReceiptCode } from './receipt.ts'

const ALPHABET = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
const codes = Array.from({ length: 50 }, newReceiptCode)

test('a code is read as it is printed, and as people type it', () => {
  for (const code of codes) {
    expect(readReceiptCode(code)).toBe(code)
    expect(readReceiptCode(groupReceiptCode(code))).toBe(code)
    expect(readReceiptCode(` ${groupReceiptCode(code).toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
    expect(readReceiptCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code)
  }
})

test('no code can be read after one of its characters was changed', () => {
  for (const code of codes) {
    for (let place = 0; place < code.length; place += 1) {
      for (const other of ALPHABET) {
        if (other === code[place]) continue
        expect(readReceiptCode(code.slice(0, place) + other + code.slice(place + 1))).toBeNull()
      }
    }
  }
})

test.each(['', 'ABCD', 'ABCD-ABCD-ABCD-ABC', 'ABCD-ABCD-ABCD-ABCDE', 'ABCD-ABCD-ABCD-ABC!', "' or true --"])(
  'what is no code is refused: %j',
  (typed) => expect(readReceiptCode(typed)).toBeNull(),
)
