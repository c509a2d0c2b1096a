import { brandTokens, contrast, surfaces } from '@cashbox/ui/brand'

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const READABLE = 4.5
const VISIBLE = 3

/** "2.7", rounded down: what is not enough never looks as if it were. */
const ratioOf = (one: string, other: string) => (Math.floor(contrast(one, other) * 10) / 10).toFixed(1)

/** What becomes of a partner's colour, and what is wrong with it. */
export function judgeBrand(color: string) {
  const { light, dark } = brandTokens(color)
  const page = surfaces.light.card
  return {
    light,
    dark,
    /** Contrasts that are too low; null where they are not. */
    whiteText: contrast(color, '#ffffff') < READABLE ? ratioOf(color, '#ffffff') : null,
    againstPage: contrast(light.brand, page) < VISIBLE ? ratioOf(light.brand, page) : null,
    lightened: dark.brand === light.brand ? null : dark.brand,
  }
}
