import { describe, expect, test } from 'vitest'
import { eraseCode, maxCodeLength, typeCode } from './code-input.tsx'

describe('a security code in boxes', () => {
  test('grows key by key and moves to the next box', () => {
    expect(typeCode('', 0, 'a', 6)).toEqual({ code: 'a', position: 1 })
    expect(typeCode('a', 1, 'B', 6)).toEqual({ code: 'aB', position: 2 })
  })

  test('has its next place past the last box when it is full', () => {
    expect(typeCode('12345', 5, '6', 6)).toEqual({ code: '123456', position: 6 })
  })

  test('leaves no gap when a later box was tapped first', () => {
    expect(typeCode('12', 4, '3', 6)).toEqual({ code: '123', position: 3 })
  })

  test('replaces the character of the box typed into', () => {
    expect(typeCode('123456', 1, 'x', 6)).toEqual({ code: '1x3456', position: 2 })
  })

  test('is filled by a paste, with any characters between and into any box', () => {
    expect(typeCode('9', 1, ' 12-34 56\n', 6)).toEqual({ code: '123456', position: 6 })
  })

  test('keeps the case of its letters', () => {
    expect(typeCode('', 0, 'aBcD', 6).code).toBe('aBcD')
  })

  test('may be longer than the boxes, up to the longest there is', () => {
    expect(typeCode('123456', 5, '67', 6)).toEqual({ code: '1234567', position: 7 })
    expect(typeCode('', 0, '1'.repeat(40), 6).code).toHaveLength(maxCodeLength)
  })

  test('loses its last character to Backspace in an empty box, and that box is next', () => {
    expect(eraseCode('123', 3)).toEqual({ code: '12', position: 2 })
    expect(eraseCode('', 0)).toEqual({ code: '', position: 0 })
  })

  test('loses the character of a full box to Backspace', () => {
    expect(eraseCode('123456', 5)).toEqual({ code: '12345', position: 5 })
    expect(eraseCode('123456', 1)).toEqual({ code: '13456', position: 1 })
  })
})
