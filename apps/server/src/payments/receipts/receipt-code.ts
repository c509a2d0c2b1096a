import { randomInt } from 'node:crypto'

/** Crockford's base 32: no I, L, O and U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 75 bits. Guessing finds nothing, even without the rate limit. */
const RANDOM_CHARACTERS = 15
const CODE = new RegExp(`^[${ALPHABET}]{${RANDOM_CHARACTERS + 1}}$`)

export function newReceiptCode(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return random + checkCharacter(random)
}

/** A code as people type it: any case, with spaces or dashes, O for 0, I or L for 1. Null if a character is wrong. */
export function readReceiptCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!CODE.test(code)) return null
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null
}

/** In groups of four, as it is printed. */
export const groupReceiptCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Luhn's formula in base 32. It notices any wrong character, and almost any two that have changed places. */
function checkCharacter(characters: string): string {
  const base = ALPHABET.length
  const sum = Array.from(characters)
    .toReversed()
    .map((character, index) => ALPHABET.indexOf(character) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, product) => total + Math.floor(product / base) + (product % base), 0)
  return ALPHABET.charAt((base - (sum % base)) % base)
}
