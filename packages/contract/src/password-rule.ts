/** Letters of scripts without case count as small ones. */
const types = {
  uppercase: /\p{Lu}/u,
  lowercase: /[\p{Ll}\p{Lo}]/u,
  numbers: /\p{N}/u,
  symbols: /[^\p{L}\p{N}]/u,
} as const

export type CharacterType = keyof typeof types

export const characterTypes = Object.keys(types) as readonly CharacterType[]

const MIN_LENGTH = 6
export const MIN_TYPES = 3

/** Agents: at least 6 characters and three character types among uppercase, lowercase, numbers and symbols. */
export function judgePassword(password: string) {
  const found = characterTypes.filter((type) => types[type].test(password))
  const isLongEnough = Array.from(password).length >= MIN_LENGTH
  const isMixed = found.length >= MIN_TYPES
  return { isLongEnough, found, isMixed, isGood: isLongEnough && isMixed }
}
