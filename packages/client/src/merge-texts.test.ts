import { describe, expect, test } from 'vitest'
import { type CompiledTexts, mergeTexts } from './merge-texts.ts'

const english = { menu: { history: 'History', profile: 'Profile' }, hello: 'Hello' }

const merged = (translated: unknown) => mergeTexts(english, translated as CompiledTexts)

describe('translations are laid over the built-in English', () => {
  test('a translated text replaces the English one, at any depth', () => {
    expect(merged({ menu: { history: 'История', profile: 'Профиль' }, hello: 'Привет' })).toEqual({
      menu: { history: 'История', profile: 'Профиль' },
      hello: 'Привет',
    })
  })

  test('a text with arguments, which is compiled to a list, replaces the English one', () => {
    expect(merged({ hello: ['Привет, ', ['name']] })).toMatchObject({ hello: ['Привет, ', ['name']] })
  })

  test('a missing text stays English', () => {
    expect(merged({ menu: { history: 'История' } })).toEqual({
      menu: { history: 'История', profile: 'Profile' },
      hello: 'Hello',
    })
  })

  test.each([
    ['an empty text', { hello: '' }],
    ['a number', { hello: 5 }],
    ['null', { hello: null }],
    ['a group where a text belongs', { hello: { deep: 'x' } }],
    ['a text where a group belongs', { menu: 'x' }],
    ['nothing where a group belongs', { menu: null }],
    ['a list where a group belongs', { menu: ['x'] }],
  ])('%s does not replace anything', (_what, translated) => {
    expect(merged(translated)).toEqual(english)
  })

  test('a text that no screen uses is left out', () => {
    expect(merged({ extra: 'x', menu: { extra: 'x' } })).toEqual(english)
  })

  test('a text is found among the answer’s own keys alone', () => {
    expect(mergeTexts({ toString: 'text' }, {})).toEqual({ toString: 'text' })
  })

  test('the built-in texts stay as they are', () => {
    const before = structuredClone(english)
    merged({ hello: 'Hola' })
    expect(english).toEqual(before)
  })
})
