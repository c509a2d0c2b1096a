import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AmountEdit, cleanAmount, editAmount, groupAmount, replaceAmount } from './amount.ts'

describe('an amount field', () => {
  test('keeps only digits and a dot', () => {
    expect(cleanAmount('1 250.00 UZS')).toBe('1250.00')
    expect(cleanAmount('abc')).toBe('')
    expect(cleanAmount('1e5')).toBe('15')
  })

  test('turns a negative amount into nothing', () => {
    expect(cleanAmount('-5')).toBe('')
    expect(cleanAmount('  -5.25')).toBe('')
    expect(cleanAmount('−5')).toBe('')
  })

  test('keeps at most two decimals', () => {
    expect(cleanAmount('10.129')).toBe('10.12')
  })

  test.each([
    ['1,250.50', '1250.50'],
    ['50,000', '50000'],
    ['1,250,000', '1250000'],
    ['1,250,000.5', '1250000.5'],
    ['1,00,000', '100000'],
    ['1 250 000,50', '1250000.50'],
    ["1'250.50", '1250.50'],
    ['1.250,50', '1250.50'],
    ['1.250.000', '1250000'],
    ['USD 1,250.50', '1250.50'],
    ['1250,5', '1250.5'],
    ['1250,50', '1250.50'],
    ['1250,500', '1250.50'],
    ['0,500', '0.50'],
    ['10,5', '10.5'],
    [',5', '.5'],
    ['١٢٥٠٫٥', '1250.5'],
    ['١٬٢٥٠٫٥٠', '1250.50'],
    ['۱۲۳', '123'],
    ['50.000', '50.00'],
  ])('reads %s as %s', (pasted, amount) => {
    expect(cleanAmount(pasted)).toBe(amount)
  })

  test('keeps the first dot only', () => {
    expect(cleanAmount('1.2.3')).toBe('1.23')
    expect(cleanAmount('..5')).toBe('.5')
  })

  test('lets an amount be typed from its first key to its last', () => {
    for (const typed of ['', '1', '12', '12.', '12.5', '12.50', '.', '.5']) expect(cleanAmount(typed)).toBe(typed)
  })

  test('never leaves anything but a number in the making, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,- −ab')) }), (text) => {
        const cleaned = cleanAmount(text)
        expect(cleaned).toMatch(/^\d*(\.\d{0,2})?$/)
        expect(cleanAmount(cleaned)).toBe(cleaned)
      }),
    )
  })
})

const empty: AmountEdit = { value: '', shown: '', caret: 0, typed: '' }

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

const at = (value: string, caret: number): AmountEdit => ({ value, shown: groupAmount(value), caret, typed: value })
/** The shown amount with a bar where the caret is. */
const look = ({ shown, caret }: AmountEdit) => `${shown.slice(0, caret)}|${shown.slice(caret)}`

describe('typing an amount', () => {
  test.each([
    ['1250', '1,250|', '1250'],
    ['1250000.5', '1,250,000.5|', '1250000.5'],
    ['1,250.50', '1,250.50|', '1250.50'],
    ['50,000', '50,000|', '50000'],
    ['50,0000', '500,000|', '500000'],
    ['1,250,500', '1,250,500|', '1250500'],
    ['1250,5', '1,250.5|', '1250.5'],
    ['1250,500', '1,250.50|', '1250.50'],
    ['0,500', '0.50|', '0.50'],
    ['10.129', '10.12|', '10.12'],
    ['10..5', '10.5|', '10.5'],
    ['10.,5', '10.5|', '10.5'],
    ['1a2b', '12|', '12'],
    ['.5', '.5|', '.5'],
    ['-5', '5|', '5'],
    ['١٢٥٠٫٥', '1,250.5|', '1250.5'],
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
    expect(look(press(at('1250', 3), ','))).toBe('12.|50')
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
  test('replaces what was selected', () => {
    expect(replaceAmount({ value: '1250', start: 0, end: 5 }, '1,25').value).toBe('1.25')
    expect(replaceAmount({ value: '1250', start: 0, end: 5 }, '50,000').value).toBe('50000')
    expect(look(replaceAmount({ value: '1250', start: 2, end: 5 }, '500,000'))).toBe('1,500,000|')
    expect(look(replaceAmount({ value: '1250.5', start: 0, end: 1 }, '2.7'))).toBe('27|,250.5')
  })

  test('filling in the whole field at once is read as a whole', () => {
    const filled = { value: '1250', typed: '1250', text: '1,25', caret: 4, inputType: 'insertText', data: '1,25' }
    expect(editAmount(filled).value).toBe('1.25')
  })
})

test('whatever is pressed, the value is an amount in the making and the caret is in the field', () => {
  const keys = fc.constantFrom('0', '1', '5', '9', '.', ',', '-', 'x', 'Backspace', 'Delete', 'Home', 'Left')
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 40 }), (pressed) => {
      let field = empty
      for (const key of pressed) {
        if (key === 'Home') field = { ...field, caret: 0 }
        else if (key === 'Left') field = { ...field, caret: Math.max(field.caret - 1, 0) }
        else field = press(field, key)
        expect(field.value).toMatch(/^\d*(\.\d{0,2})?$/)
        expect(field.shown.replaceAll(',', '')).toBe(field.value)
        expect(field.caret).toBeGreaterThanOrEqual(0)
        expect(field.caret).toBeLessThanOrEqual(field.shown.length)
      }
    }),
  )
})
