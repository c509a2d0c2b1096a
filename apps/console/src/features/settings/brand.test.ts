import { defaultBrandColor } from '@cashbox/contract/app-page'
import { expect, test } from 'vitest'
import { isColor, judgeBrand } from './appearance-form.tsx'

test('a deep colour has nothing against it', () => {
  expect(judgeBrand(defaultBrandColor)).toMatchObject({ whiteText: null, againstPage: null })
})

test('a pale colour is distinguished from one that only needs dark text', () => {
  expect(judgeBrand('#ffe066')).toMatchObject({ whiteText: '1.3', againstPage: '1.3', light: { brandInk: '#000000' } })
  expect(judgeBrand('#3d9c6b')).toMatchObject({ whiteText: '3.4', againstPage: null })
})

test('what takes its place in the dark is named', () => {
  expect(judgeBrand('#101010').lightened).toMatch(/^#[0-9a-f]{6}$/)
  expect(judgeBrand('#ffe066').lightened).toBeNull()
})

test('half a colour is none', () => {
  expect(['#0b6b63', '#0B6B63', '#0b6', '0b6b63', '#0b6b6g'].map(isColor)).toEqual([true, true, false, false, false])
})
