import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AmountEdit, editAmount, groupAmount, inOrderFor, readAmount, replaceAmount } from './amount.ts'

describe('an amount', () => {
  test('keeps only digits and a dot', () => {
    expect(readAmount('1 250.00 UZS')).toEqual(['1250.00'])
    expect(readAmount('abc')).toEqual([])
    expect(readAmount('1e5')).toEqual(['15'])
  })

  test('that is negative is none', () => {
    for (const text of ['-5', '  -5.25', '−5']) expect(readAmount(text)).toEqual([])
  })

  test('keeps at most two decimals', () => {
    expect(readAmount('10.1299')).toEqual(['10.12'])
    expect(readAmount('1250.129')).toEqual(['1250.12'])
  })

  test.each([
    ['1250', '1250'],
    ['1,250.50', '1250.50'],
    ['1,250,000', '1250000'],
    ['1,250,000.5', '1250000.5'],
    ['1,00,000', '100000'],
    ['1.250,50', '1250.50'],
    ['1.250.000', '1250000'],
    ['1.250.000,5', '1250000.5'],
    ['1 250', '1250'],
    ['1 250,50', '1250.50'],
    ['1\u00a0250,500', '1250.50'],
    ['1\u202f250\u202f000,50', '1250000.50'],
    ["1'250.50", '1250.50'],
    ['1’250.50', '1250.50'],
    ['USD 1,250.50', '1250.50'],
    ['1250,5', '1250.5'],
    ['1250,50', '1250.50'],
    ['1250,500', '1250.50'],
    ['0,500', '0.50'],
    ['10,5', '10.5'],
    [',5', '.5'],
    ['١٢٥٠٫٥', '1250.5'],
    ['١٬٢٥٠٫٥٠', '1250.50'],
    ['١٢٥٠،٥٠', '1250.50'],
    ['۱۲۳', '123'],
  ])('%s means %s', (text, amount) => {
    expect(readAmount(text)).toEqual([amount])
  })

  test.each([
    ['1.250', ['1250', '1.25']],
    ['1,250', ['1250', '1.25']],
    ['50.000', ['50000', '50.00']],
    ['50,000', ['50000', '50.00']],
    ['10.129', ['10129', '10.12']],
    ['١،٢٥٠', ['1250', '1.25']],
  ])('%s can mean two things', (text, amounts) => {
    expect(readAmount(text)).toEqual(amounts)
  })

  test.each(['1.2.3', '..5', '1,250,00', '1.25,0.5', '1٫2٫3'])('%s means nothing', (text) => {
    expect(readAmount(text)).toEqual([])
  })

  test.each([
    ['en', ['1250', '1.25'], ['1.25', '1250']],
    ['ru', ['1.25', '1250'], ['1250', '1.25']],
    ['es', ['1.25', '1250'], ['1250', '1.25']],
    ['fr', ['1.25', '1250'], ['1250', '1.25']],
    ['tr', ['1.25', '1250'], ['1250', '1.25']],
    ['ar-u-nu-latn', ['1250', '1.25'], ['1.25', '1250']],
  ])('of two the one that is usual in %s comes first', (locale, ofComma, ofDot) => {
    expect(inOrderFor(locale, '1,250', readAmount('1,250'))).toEqual(ofComma)
    expect(inOrderFor(locale, '1.250', readAmount('1.250'))).toEqual(ofDot)
  })

  test.each(['en', 'ru', 'es', 'fr', 'tr', 'ar', 'ar-EG', 'fa', 'de-CH', 'en-IN'])(
    'as %s writes it is read to the cent, or asked',
    (locale) => {
      const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: 'always' })
      for (const amount of [12.5, 1250.5, 125_000.75, 1_250_000.99]) {
        expect(readAmount(written.format(amount)).map(Number)).toEqual([amount])
      }
    },
  )

  test('is a number in the making, or none, or one of two', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,- −ab'٫٬٣")) }), (text) => {
        const readings = readAmount(text)
        expect(readings.length).toBeLessThanOrEqual(2)
        for (const amount of readings) expect(amount).toMatch(/^\d*(\.\d{0,2})?$/)
      }),
    )
  })
})

const empty: AmountEdit = { value: '', shown: '', caret: 0 }

/** What a browser does with each key: it changes the text, and the field answers. */
const press = (field: AmountEdit, key: string): AmountEdit => {
  const { shown, caret } = field
  if (key === 'Backspace') {
    const text = shown.slice(0, Math.max(caret - 1, 0)) + shown.slice(caret)
    if (caret === 0) return field
    return editAmount({ ...field, text, caret: caret - 1, inputType: 'deleteContentBackward' })
  }
  if (key === 'Delete') {
    const text = shown.slice(0, caret) + shown.slice(caret + 1)
    if (caret === shown.length) return field
    return editAmount({ ...field, text, caret, inputType: 'deleteContentForward' })
  }
  const text = shown.slice(0, caret) + key + shown.slice(caret)
  return editAmount({ ...field, text, caret: caret + 1, inputType: 'insertText', data: key })
}

const typeKeys = (keys: string, field = empty) => Array.from(keys).reduce((now, key) => press(now, key), field)

const at = (value: string, caret: number): AmountEdit => ({ value, shown: groupAmount(value), caret })
/** The shown amount with a bar where the caret is. */
const look = ({ shown, caret }: AmountEdit) => `${shown.slice(0, caret)}|${shown.slice(caret)}`

describe('typing an amount', () => {
  test.each([
    ['1250', '1,250|', '1250'],
    ['1250000.5', '1,250,000.5|', '1250000.5'],
    ['1,250.50', '1,250.50|', '1250.50'],
    ['1.250,50', '1.250,50|', '1250.50'],
    ['1 250,50', '1 250,50|', '1250.50'],
    ["1'250.50", "1'250.50|", '1250.50'],
    ['50,000', '50,000|', ''],
    ['50.000', '50.000|', ''],
    ['1,250,500', '1,250,500|', '1250500'],
    ['1250,5', '1250,5|', '1250.5'],
    ['1250,500', '1250,50|', '1250.50'],
    ['0,500', '0,50|', '0.50'],
    ['1250.129', '1,250.12|', '1250.12'],
    ['10..5', '10.5|', '10.5'],
    ['10.,5', '10.5|', '10.5'],
    ['1a2b', '12|', '12'],
    ['.5', '.5|', '.5'],
    ['-5', '5|', '5'],
    ['١٢٥٠٫٥', '1250٫5|', '1250.5'],
  ])('%s key by key shows %s', (keys, shown, value) => {
    const field = typeKeys(keys)
    expect(look(field)).toBe(shown)
    expect(field.value).toBe(value)
  })

  test('a digit in the middle leaves the caret behind it', () => {
    expect(look(press(at('1250', 1), '9'))).toBe('19|,250')
    expect(look(press(at('1250', 2), '9'))).toBe('19|,250')
    expect(look(press(at('125', 0), '9'))).toBe('9|,125')
    expect(look(press(at('1.25', 2), '9'))).toBe('1.9|2')
  })

  test('a dot or comma in the middle begins the decimals, and a second one is ignored', () => {
    expect(look(press(at('1250', 3), '.'))).toBe('12.|50')
    expect(look(press(at('1250', 3), ','))).toBe('12,|50')
    expect(press(at('1250', 3), ',').value).toBe('12.50')
    expect(look(press(at('1250.5', 1), '.'))).toBe('1|,250.5')
  })

  test('a minus before an amount leaves nothing', () => {
    expect(press(at('5', 0), '-').value).toBe('')
  })
})

describe('deleting in an amount', () => {
  test('the last digit closes up the groups, and the rest is no decimal', () => {
    expect(look(press(at('1250', 5), 'Backspace'))).toBe('125|')
    expect(look(press(at('1250000', 9), 'Backspace'))).toBe('125,000|')
  })

  test('a separator takes the digit beside it along', () => {
    expect(look(press(at('1250', 2), 'Backspace'))).toBe('|250')
    expect(look(press(at('1250', 1), 'Delete'))).toBe('1|50')
  })

  test('key after key empties the field', () => {
    let field = typeKeys('1234567.89')
    for (let count = 0; count < 10; count++) field = press(field, 'Backspace')
    expect(field.value).toBe('')
  })
})

describe('pasting an amount', () => {
  const paste = (value: string, start: number, end: number, text: string) =>
    replaceAmount({ value, shown: groupAmount(value), start, end }, text)

  test('replaces what was selected', () => {
    expect(paste('1250', 0, 5, '1,25').value).toBe('1.25')
    expect(paste('1250', 0, 5, '1.250,50').value).toBe('1250.50')
    expect(paste('1250', 0, 5, '50,000')).toMatchObject({ shown: '50,000', value: '' })
    expect(look(paste('1250.5', 0, 1, '27'))).toBe('27|,250.5')
  })

  test('filling in the whole field at once is read as a whole', () => {
    const filled = { value: '1250', shown: '1,250', text: '1,25', caret: 4, inputType: 'insertText', data: '1,25' }
    expect(editAmount(filled).value).toBe('1.25')
  })
})

test('whatever is pressed, the value is an amount in the making and the caret is in the field', () => {
  const keys = fc.constantFrom('0', '1', '5', '9', '.', ',', ' ', '-', 'x', 'Backspace', 'Delete', 'Home', 'Left')
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 40 }), (pressed) => {
      let field = empty
      for (const key of pressed) {
        if (key === 'Home') field = { ...field, caret: 0 }
        else if (key === 'Left') field = { ...field, caret: Math.max(field.caret - 1, 0) }
        else field = press(field, key)
        expect(field.value).toMatch(/^\d*(\.\d{0,2})?$/)
        expect([field.value, '']).toContain(
          readAmount(field.shown).length === 1 ? (readAmount(field.shown)[0] ?? '') : '',
        )
        expect(field.caret).toBeGreaterThanOrEqual(0)
        expect(field.caret).toBeLessThanOrEqual(field.shown.length)
      }
    }),
  )
})
