import type { ChoiceOption } from './choice-types.ts'

// Accents do not matter to someone who searches: "Côte" is found by "cote".
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** The options that hold every word of the query; those that begin with it come first. */
export const searchOptions = (options: readonly ChoiceOption[], query: string) => {
  const wanted = plain(query).trim()
  if (!wanted) return [...options]
  const words = wanted.split(/\s+/)
  const matching = options.filter((option) => {
    const text = plain(`${option.label} ${option.keywords ?? ''} ${option.value}`)
    return words.every((word) => text.includes(word))
  })
  const startsWith = (option: ChoiceOption) => plain(option.label).startsWith(wanted)
  return [...matching.filter(startsWith), ...matching.filter((option) => !startsWith(option))]
}
