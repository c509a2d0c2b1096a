import type { Language } from '@cashbox/contract'

/** What every message of the app must keep. */
export interface MessageRules {
  /** Names in braces that the app fills in. */
  readonly values: readonly string[]
  /** Of them those that are counted, with a form of words for each kind of number. */
  readonly counted: readonly string[]
}

/** Braces open a value, and inside a counted value the words for it, and so on by turns. */
export function rulesOf(message: string): MessageRules {
  const values = new Set<string>()
  const counted = new Set<string>()
  let depth = 0
  for (const { 0: brace, index } of message.matchAll(/[{}]/g)) {
    if (brace === '{' && depth % 2 === 0) {
      const [, name, kind] = /^\{\s*(\w+)\s*(?:,\s*(\w+))?/.exec(message.slice(index)) ?? []
      if (name) (kind?.startsWith('plural') || kind === 'selectordinal' ? counted : values).add(name)
    }
    depth += brace === '{' ? 1 : -1
  }
  return { values: [...values].filter((name) => !counted.has(name)), counted: [...counted] }
}

const WHOLE = [...Array.from({ length: 211 }, (_, number) => number), 1_000_000]
const BROKEN = [0.5, 1.5]
const SHOWN = 4

interface PluralForm {
  readonly form: string
  /** Whole ones where any take it. */
  readonly numbers: readonly number[]
  readonly hasMore: boolean
}

/** The forms that a language has, each with numbers that take it. */
export function pluralFormsOf(language: Language): readonly PluralForm[] {
  const rules = new Intl.PluralRules(language)
  return rules.resolvedOptions().pluralCategories.map((form) => {
    const taking = (samples: readonly number[]) => samples.filter((number) => rules.select(number) === form)
    const [whole, broken] = [taking(WHOLE), taking(BROKEN)]
    const numbers = whole.length > 0 ? whole : broken
    return { form, numbers: numbers.slice(0, SHOWN), hasMore: numbers.length > SHOWN }
  })
}
