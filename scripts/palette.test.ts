import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { palette } from '@cashbox/contract/palette'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../packages/ui/src/styles.css'), 'utf8')
const [light = '', dark = ''] = css.slice(css.indexOf('\n@theme static {')).split('@variant dark')

/** A colour that a network may choose is the default of another variable. */
const colorOf = (block: string, name: string) =>
  new RegExp(`--color-${name}: (?:var\\(--[\\w-]+, )?(#[0-9a-f]{6})`).exec(block)?.[1]

test.each([
  ['light', light],
  ['dark', dark],
] as const)('the design system has the colours of the palette: %s', (theme, block) => {
  const names = Object.keys(palette.light)
  expect(Object.fromEntries(names.map((name) => [name, colorOf(block, name)]))).toEqual(palette[theme])
})
