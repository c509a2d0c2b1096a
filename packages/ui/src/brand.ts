import { defaultBrandColor, paper } from '@cashbox/contract/app-page'
import { palette } from '@cashbox/contract/palette'

type Rgb = readonly [number, number, number]

export const surfaces = {
  light: { paper: paper.light, card: palette.light.card, sunken: palette.light.sunken },
  dark: { paper: paper.dark, card: palette.dark.card, sunken: palette.dark.sunken },
} as const

const parse = (hex: string): Rgb | null => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim())?.[1]
  if (!digits) return null
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb) => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share
  return [at(0), at(1), at(2)]
}

/** The colour with another HSL lightness (0 to 1): its hue and strength stay, so a brand stays itself. */
const withLightness = (rgb: Rgb, lightness: number): Rgb => {
  const high = Math.max(...rgb) / 255
  const low = Math.min(...rgb) / 255
  const range = high - low
  const strength = range === 0 ? 0 : range / (1 - Math.abs(high + low - 1))
  const reach = strength * Math.min(lightness, 1 - lightness)
  const at = (index: 0 | 1 | 2) => {
    const place = range === 0 ? 0.5 : (rgb[index] / 255 - low) / range
    return 255 * (lightness - reach + place * 2 * reach)
  }
  return [at(0), at(1), at(2)]
}

const lightnessOf = (rgb: Rgb) => (Math.max(...rgb) + Math.min(...rgb)) / 510

/** WCAG 2.2 relative luminance. */
const luminance = (rgb: Rgb) => {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2])
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

const contrastOf = (one: Rgb, other: Rgb) => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** WCAG contrast of two hex colours, 1 to 21. */
export const contrast = (one: string, other: string) => contrastOf(parse(one) ?? black, parse(other) ?? black)

/** Lightens or darkens a colour as little as the contrast needs to hold against every given one. */
const moveUntil = (color: Rgb, towards: 'white' | 'black', against: readonly Rgb[], least: number): Rgb => {
  const start = lightnessOf(color)
  const end = towards === 'white' ? 1 : 0
  for (let percent = 0; percent <= 100; percent += 1) {
    const moved = percent === 0 ? color : withLightness(color, start + ((end - start) * percent) / 100)
    // Rounded as it will be written, so that what is checked is what is shown.
    const written = parse(toHex(moved)) ?? color
    if (against.every((other) => contrastOf(written, other) >= least)) return written
  }
  return towards === 'white' ? white : black
}

// White where it can be read, because that is how people know the colour; one of the two always can.
const inkOn = (fill: Rgb) => (contrastOf(fill, white) >= 4.5 ? white : black)

export type BrandTokens = ReturnType<typeof tokensFor>

const tokensFor = (color: Rgb, theme: 'light' | 'dark') => {
  const { card } = surfaces[theme]
  const grounds = Object.values(surfaces[theme]).map((hex) => parse(hex) ?? white)
  const towards = theme === 'light' ? 'black' : 'white'
  const soft = parse(toHex(mix(parse(card) ?? white, color, theme === 'light' ? 0.12 : 0.2))) ?? white
  const fill = theme === 'light' ? color : moveUntil(color, 'white', [parse(card) ?? black], 3)
  const ink = inkOn(fill)
  return {
    /** The fill of the one main action. */
    brand: toHex(fill),
    /** The fill under a pointer: further from its text, so never harder to read. */
    brandHover: toHex(mix(fill, ink === white ? black : white, 0.12)),
    brandInk: toHex(ink),
    /** The brand as text, line or focus ring on any surface of the theme. */
    brandText: toHex(moveUntil(color, towards, [...grounds, soft], theme === 'light' ? 4.5 : 5.5)),
    /** A tint to lay brand text on. */
    brandSoft: toHex(soft),
  }
}

/** The brand's roles in both themes, made so that text stays readable (WCAG AA) for any colour of a partner. */
export const brandTokens = (hex: string) => {
  const color = parse(hex) ?? parse(defaultBrandColor) ?? black
  return { light: tokensFor(color, 'light'), dark: tokensFor(color, 'dark') }
}

export const applyBrand = (hex: string) => {
  const { style } = document.documentElement
  const tokens = brandTokens(hex)
  for (const theme of ['light', 'dark'] as const) {
    for (const [role, color] of Object.entries(tokens[theme])) {
      // brandHover → --brand-hover-light
      style.setProperty(`--${role.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}-${theme}`, color)
    }
  }
}
