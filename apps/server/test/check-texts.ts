import type { Language } from '@cashbox/contract'
import { IntlMessageFormat } from 'intl-messageformat'

type Texts = { readonly [key: string]: string | Texts }
type Flat = ReadonlyMap<string, string>
type Element = ReturnType<IntlMessageFormat['getAst']>[number]

// Every plural form of the six languages, those that serve several numbers at least twice.
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 25, 100, 101, 102, 111, 1_000_000, 1.5]
const LITERAL = 0

/** Every text under its path: "refusals.required". */
export const flatten = (texts: Texts, prefix = ''): Flat =>
  new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${prefix}${key}`, text] as const] : [...flatten(text, `${prefix}${key}.`)],
    ),
  )

function read(language: Language, text: string) {
  const format = new IntlMessageFormat(text, `${language}-u-nu-latn`)
  const elements = inside(format.getAst())
  const plurals = elements.filter((element) => 'pluralType' in element)
  const names = elements.flatMap((element) => ('value' in element && element.type !== LITERAL ? [element.value] : []))
  /** With `count` for whatever is counted and a word for the rest. */
  const say = (count: number) =>
    String(
      format.format(
        Object.fromEntries(names.map((name) => [name, plurals.some(({ value }) => value === name) ? count : 'word'])),
      ),
    )
  return { plurals, names: [...new Set(names)].toSorted().join(', '), say }
}

const inside = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => inside(value)) : []),
  ])

/** What is wrong with a text, held against the English one. */
export function problemsOf(language: Language, text: string, english: string): string[] {
  const { plurals, names, say } = read(language, text)
  const expected = read('en', english).names
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join(', ')
  const namesItsNumber = sharedCounts(language).every((count) => say(count).includes(String(count)))
  return [
    ...(names === expected ? [] : [`takes {${names}} instead of {${expected}}`]),
    ...plurals
      .map(({ options }) => Object.keys(options).toSorted().join(', '))
      .filter((has) => has !== forms)
      .map((has) => `has the plural forms ${has} instead of ${forms}`),
    ...(COUNTS.every((count) => /^[^{}#]+$/.test(say(count).trim())) ? [] : ['is empty or shows its markup']),
    ...(plurals.length === 0 || namesItsNumber ? [] : ['has a form for several numbers that does not name the number']),
  ]
}

/** Small whole numbers whose plural form serves other numbers too. */
function sharedCounts(language: Language): number[] {
  const rules = new Intl.PluralRules(language)
  const counts = COUNTS.filter((count) => Number.isInteger(count) && count < 1000)
  return counts.filter((one) => counts.some((other) => other !== one && rules.select(other) === rules.select(one)))
}

/** The text for a count, with the count taken out: equal for two counts of one plural form. */
export const formOf = (language: Language, text: string, count: number): string | null => {
  const { plurals, say } = read(language, text)
  return plurals.length === 0 ? null : say(count).replace(new RegExp(`\\b${count}\\b`), '#')
}
