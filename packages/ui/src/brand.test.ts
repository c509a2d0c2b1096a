import { readFileSync } from 'node:fs'
import { defaultBrandColor, ink } from '@cashbox/contract/app-page'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandTokens, contrast, surfaces } from './brand.ts'

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

/** The colours of a theme by role, as the style sheet has them: for light, then for dark where it differs. */
const themeRoles = (theme: 'light' | 'dark') => {
  const found = css.matchAll(/--color-([a-z-]+): (.*);/g)
  return new Map(
    [...found].flatMap(([, role = '', value = '']) => {
      const colors = value.match(/#[0-9a-f]{6}/g) ?? []
      const color = value.includes('color-mix') ? undefined : colors.at(theme === 'light' ? 0 : -1)
      return color ? [[role, color] as const] : []
    }),
  )
}

const themes = [
  ['light', themeRoles('light')],
  ['dark', themeRoles('dark')],
] as const

const statuses = ['approved', 'pending', 'suspended', 'rejected', 'blocked', 'demo'] as const

const textPairs: readonly (readonly [text: string, ground: string])[] = [
  ...['paper', 'card', 'sunken', 'brand-soft', 'warning-soft', 'danger-soft', 'success-soft'].map(
    (ground) => ['ink', ground] as const,
  ),
  ...['paper', 'card', 'sunken'].flatMap((ground) =>
    ['ink-soft', 'brand-text', 'danger', 'deposit', 'withdraw', ...statuses].map((text) => [text, ground] as const),
  ),
  ...[...statuses, 'deposit', 'withdraw', 'danger'].map((role) => [role, `${role}-soft`] as const),
  ...['brand', 'deposit', 'withdraw', 'danger', 'success', 'slab'].map((role) => [`${role}-ink`, role] as const),
  ['warning-ink', 'warning-soft'],
  ['approved', 'success-soft'],
  ['brand-text', 'brand-soft'],
  ['slab-soft', 'slab'],
]

describe.each(themes)('the %s theme', (_, roles) => {
  const of = (role: string) => roles.get(role) ?? expect.unreachable(`no role ${role}`)

  test.each(textPairs)('shows %s on %s readably (AA)', (text, ground) => {
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test('shows the edge of a field on every surface (3 to 1)', () => {
    for (const ground of ['paper', 'card']) expect(contrast(of('edge'), of(ground))).toBeGreaterThanOrEqual(3)
  })
})

describe('a brand colour', () => {
  test('is measured as WCAG measures it', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  test('gives readable text in both themes, for any colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const tokens = brandTokens(`#${value.toString(16).padStart(6, '0')}`)
        for (const theme of ['light', 'dark'] as const) {
          const { brand, brandHover, brandInk, brandText, brandSoft } = tokens[theme]
          expect(contrast(brandInk, brand)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(brandInk, brandHover)).toBeGreaterThanOrEqual(4.5)
          for (const ground of [...Object.values(surfaces[theme]), brandSoft]) {
            expect(contrast(brandText, ground)).toBeGreaterThanOrEqual(4.5)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('stays as the partner gave it where it can', () => {
    expect(brandTokens('#1d4ed8').light.brand).toBe('#1d4ed8')
    expect(brandTokens('#FC0').light).toMatchObject({ brand: '#ffcc00', brandInk: '#000000' })
    expect(brandTokens('#1d4ed8').light.brandText).toBe('#1d4ed8')
  })

  test('is the default one when what came is no colour', () => {
    for (const wrong of ['', 'teal', '#12', '#12345g', 'rgb(1,2,3)']) {
      expect(brandTokens(wrong)).toEqual(brandTokens(defaultBrandColor))
    }
  })

  test('has defaults in the style sheet that are the ones computed here', () => {
    const tokens = brandTokens(defaultBrandColor)
    for (const [theme, roles] of themes) {
      const { brand, brandHover, brandInk, brandText, brandSoft } = tokens[theme]
      const written = ['brand', 'brand-hover', 'brand-ink', 'brand-text', 'brand-soft'].map((role) => roles.get(role))
      expect(written).toEqual([brand, brandHover, brandInk, brandText, brandSoft])
      expect([roles.get('paper'), roles.get('card'), roles.get('sunken')]).toEqual(Object.values(surfaces[theme]))
      expect(roles.get('ink')).toBe(ink[theme])
    }
  })
})
