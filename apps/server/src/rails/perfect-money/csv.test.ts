import { expect, test } from 'vitest'
import { readCsv } from './history.ts'

test.each([
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,,\n', [['a', '', '']]],
  ['\n\n', []],
  ['', []],
  ['"a,b",c', [['a,b', 'c']]],
  ['"say ""hi""",c', [['say "hi"', 'c']]],
  ['"two\nlines",c', [['two\nlines', 'c']]],
  ['"",c', [['', 'c']]],
  ['a 5" screw,b', [['a 5" screw', 'b']]],
  [
    '"never closed,b\nc,d',
    [
      ['"never closed', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\rb,c', [['a\rb', 'c']]],
])('%j is read as its rows and values', (text, rows) => {
  expect(readCsv(text)).toEqual(rows)
})
