import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, csvText } from './csv.ts'

/** The cells that a spreadsheet may make of a line, whichever separator it takes and however it reads quotes. */
const cellsOf = (line: string, separator: string) =>
  line.split(/\r\n|\r|\n/).flatMap((part) => part.split(separator).map((cell) => cell.replaceAll('"', '').trimStart()))

const isFormula = (cell: string) => /^[=+\-@＝＋－＠]/.test(cell)

test.each([
  ['Bob', '"Bob"'],
  ['', '""'],
  ['a "b", c', '"a ""b"", c"'],
  ['=1+1', `"'=1+1"`],
  ["Bob;=cmd|'/C calc'!A0", `"Bob;'=cmd|'/C calc'!A0"`],
  ['Bob;  @SUM(A1)', `"Bob;'  @SUM(A1)"`],
  ['Bob\n+1', `"Bob\n'+1"`],
  ['Bob;"=1', `"Bob;'""=1"`],
  ['＝1', `"'＝1"`],
  ['\tx', `"'\tx"`],
  ['a-b = c@d', '"a-b = c@d"'],
])('%j is written as %j', (text, cell) => {
  expect(csvText(text)).toBe(cell)
})

test('with any text and separator, no cell of the line is a formula', () => {
  const odd = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', ';', ',', '\t', '|', '"', "'", ' ', '\r', '\n', 'a'),
  })
  fc.assert(
    fc.property(odd, odd, (one, other) => {
      const line = csvLine([csvText(one), csvText(other)])
      for (const separator of [';', ',', '\t', '|']) expect(cellsOf(line, separator).filter(isFormula)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('a reader of commas and quotes gets each text back, with an apostrophe at most', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (texts) => {
      const line = csvLine(texts.map(csvText))
      const cells = [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n$)/g)].map(([, cell = '']) =>
        cell.replaceAll('""', '"'),
      )
      expect(cells.map((cell) => cell.replaceAll("'", ''))).toEqual(texts.map((text) => text.replaceAll("'", '')))
    }),
  )
})
