import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { palette } from '@cashbox/contract/palette'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../packages/ui/src/styles.css'), 'utf8')

/** A colour that a network may choose is the default of another variable. */
const colorsOf = (name: string) => {
  const [, value = ''] = new RegExp(`--color-${name}: (.*);`).exec(css) ?? []
  const [light, dark = light] = value.match(/#[0-9a-f]{6}/g) ?? []
  return { light, dark }
}

test.each(['light', 'dark'] as const)('the design system has the colours of the palette: %s', (theme) => {
  const names = Object.keys(palette.light)
  expect(Object.fromEntries(names.map((name) => [name, colorsOf(name)[theme]]))).toEqual(palette[theme])
})
