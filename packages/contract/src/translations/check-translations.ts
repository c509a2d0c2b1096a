import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from '../languages.ts'
import type { Translations } from './index.ts'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]
type Flat = ReadonlyMap<string, string>

// Every plural form of the six languages, those that serve several numbers at least twice.
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 25, 100, 101, 102, 111, 1_000_000, 1.5]

/** Every message under its path: "auth.login.title". */
export const flatten = (texts: Translations, prefix = ''): Flat =>
  new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${prefix}${key}`, text] as const] : [...flatten(text, `${prefix}${key}.`)],
    ),
  )

const parse = (language: Language, message: string) => new IntlMessageFormat(message, `${language}-u-nu-latn`)

function elementsOf(elements: readonly Element[]): Element[] {
  return elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => elementsOf(value)) : []),
    ...('children' in element ? elementsOf(element.children) : []),
  ])
}

const LITERAL = 0
const argumentsOf = (elements: readonly Element[]) =>
  elements.flatMap((element) => ('value' in element && element.type !== LITERAL ? [element.value] : []))

export const pluralsOf = (language: Language, message: string) =>
  elementsOf(parse(language, message).getAst()).filter((element) => 'pluralType' in element)

/** The message with `count` for whatever is counted and a word for the rest. */
export function formatWith(language: Language, message: string, count: number): string {
  const format = parse(language, message)
  const elements = elementsOf(format.getAst())
  const counted = new Set(elements.flatMap((element) => ('pluralType' in element ? [element.value] : [])))
  const values = argumentsOf(elements).map((name) => [name, counted.has(name) ? count : 'word'])
  return String(format.format(Object.fromEntries(values) as Record<string, string | number>))
}

/** Paths that only one of the two has. */
export const differentKeys = (texts: Flat, english: Flat): string[] => [
  ...[...english.keys()].filter((key) => !texts.has(key)).map((key) => `missing: ${key}`),
  ...[...texts.keys()].filter((key) => !english.has(key)).map((key) => `too many: ${key}`),
]

export function differentArguments(language: Language, texts: Flat, english: Flat): string[] {
  const namesIn = (spoken: Language, message: string) =>
    [...new Set(argumentsOf(elementsOf(parse(spoken, message).getAst())))].toSorted().join(', ')
  return [...texts].flatMap(([key, message]) => {
    const [names, expected] = [namesIn(language, message), namesIn('en', english.get(key) ?? '')]
    return names === expected ? [] : [`${key}: {${names}} instead of {${expected}}`]
  })
}

/** Messages that don't parse, don't format, come out empty or show their markup. */
export const unreadable = (language: Language, texts: Flat): string[] =>
  [...texts].flatMap(([key, message]) => {
    try {
      const said = COUNTS.map((count) => formatWith(language, message, count))
      return said.every((text) => text.trim() !== '' && !/[{}#]/.test(text)) ? [] : [`${key}: ${message}`]
    } catch (error) {
      return [`${key}: ${String(error)}`]
    }
  })

export function wrongPlurals(language: Language, texts: Flat): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join(', ')
  return [...texts].flatMap(([key, message]) =>
    pluralsOf(language, message)
      .map(({ options }) => Object.keys(options).toSorted().join(', '))
      .filter((forms) => forms !== categories)
      .map((forms) => `${key}: has ${forms} instead of ${categories}`),
  )
}

/** A form that serves several numbers has to say which one: Russian "one" is 1, 21, 31… */
export function silentPlurals(language: Language, texts: Flat): string[] {
  const rules = new Intl.PluralRules(language)
  const formOf = new Map(COUNTS.filter(Number.isInteger).map((count) => [count, rules.select(count)]))
  const shared = [...formOf].filter(
    ([count, form]) => count < 1000 && [...formOf.values()].filter((other) => other === form).length > 1,
  )
  return [...texts]
    .filter(([, message]) => message.includes('#') && pluralsOf(language, message).length > 0)
    .filter(([, message]) => shared.some(([count]) => !formatWith(language, message, count).includes(String(count))))
    .map(([key, message]) => `${key}: ${message}`)
}

/** Texts that are English still, and not among those that may be. */
export const untranslated = (texts: Flat, english: Flat, allowed: readonly string[]): string[] =>
  [...texts]
    .filter(([key, message]) => message === english.get(key) && !allowed.includes(message))
    .map(([key, message]) => `${key}: ${message}`)
