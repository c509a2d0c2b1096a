import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from '../languages.ts'
import type { Translations } from './index.ts'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]
type Flat = ReadonlyMap<string, string>

// Every plural form of the six languages, those that serve several numbers at least twice.
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 25, 100, 101, 102, 111, 1_000_000, 1.5]

/** Every message under its path: "auth.login.title". */
const flatten = (texts: Translations, prefix = ''): Flat =>
  new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${prefix}${key}`, text] as const] : [...flatten(text, `${prefix}${key}.`)],
    ),
  )

let latest: { readonly id: string; readonly format: IntlMessageFormat } | null = null

/** Each check reads one message many times in a row, and parsing is what takes its time. */
function parse(language: Language, message: string): IntlMessageFormat {
  const id = `${language} ${message}`
  if (latest?.id !== id) latest = { id, format: new IntlMessageFormat(message, `${language}-u-nu-latn`) }
  return latest.format
}

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

const pluralsOf = (language: Language, message: string) =>
  elementsOf(parse(language, message).getAst()).filter((element) => 'pluralType' in element)

/** The message with `count` for what is counted and a word for the rest. */
function formatWith(language: Language, message: string, count: number): string {
  const format = parse(language, message)
  const elements = elementsOf(format.getAst())
  const counted = new Set(elements.flatMap((element) => ('pluralType' in element ? [element.value] : [])))
  const values = argumentsOf(elements).map((name) => [name, counted.has(name) ? count : 'word'])
  return String(format.format(Object.fromEntries(values) as Record<string, string | number>))
}

/** Paths that only one of the two has. */
const differentKeys = (texts: Flat, english: Flat): string[] => [
  ...[...english.keys()].filter((key) => !texts.has(key)).map((key) => `missing: ${key}`),
  ...[...texts.keys()].filter((key) => !english.has(key)).map((key) => `too many: ${key}`),
]

/** The names in braces that a message is filled in with. */
export const valuesIn = (language: Language, message: string): string[] =>
  [...new Set(argumentsOf(elementsOf(parse(language, message).getAst())))].toSorted()

function differentArguments(language: Language, texts: Flat, english: Flat): string[] {
  const namesIn = (spoken: Language, message: string) => valuesIn(spoken, message).join(', ')
  return [...texts].flatMap(([key, message]) => {
    const [names, expected] = [namesIn(language, message), namesIn('en', english.get(key) ?? '')]
    return names === expected ? [] : [`${key}: {${names}} instead of {${expected}}`]
  })
}

/** Messages that don't parse, don't format, come out empty or show their markup. */
const unreadable = (language: Language, texts: Flat): string[] =>
  [...texts].flatMap(([key, message]) => {
    try {
      const said = COUNTS.map((count) => formatWith(language, message, count))
      // Without a plural form, # is a character like any other.
      const markup = pluralsOf(language, message).length > 0 ? /[{}#]/ : /[{}]/
      return said.every((text) => text.trim() !== '' && !markup.test(text)) ? [] : [`${key}: ${message}`]
    } catch (error) {
      return [`${key}: ${String(error)}`]
    }
  })

/** "=0" is a form beside those of the language. */
const isCategory = (form: string) => !form.startsWith('=')

/** The plural forms that a language has. */
export const pluralFormsOf = (language: Language): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()

function wrongPlurals(language: Language, texts: Flat): string[] {
  const categories = pluralFormsOf(language).join(', ')
  return [...texts].flatMap(([key, message]) =>
    pluralsOf(language, message)
      .map(({ options }) => Object.keys(options).filter(isCategory).toSorted().join(', '))
      .filter((forms) => forms !== categories)
      .map((forms) => `${key}: has ${forms} instead of ${categories}`),
  )
}

/** A form that serves several numbers has to say which one: Russian "one" is 1, 21, 31… */
function silentPlurals(language: Language, texts: Flat): string[] {
  const rules = new Intl.PluralRules(language)
  const formOf = new Map(COUNTS.filter(Number.isInteger).map((count) => [count, rules.select(count)]))
  const shared = [...formOf].filter(
    ([count, form]) => count < 1000 && [...formOf.values()].filter((other) => other === form).length > 1,
  )
  return [...texts]
    .filter(([, message]) => message.includes('#') && pluralsOf(language, message).length > 0)
    .filter(([, message]) => {
      const said = new Set(pluralsOf(language, message).flatMap(({ options }) => Object.keys(options)))
      return shared.some(
        ([count]) => !said.has(`=${count}`) && !formatWith(language, message, count).includes(String(count)),
      )
    })
    .map(([key, message]) => `${key}: ${message}`)
}

/** Texts that are English still, and not among those that may be. */
const untranslated = (texts: Flat, english: Flat, allowed: readonly string[]): string[] =>
  [...texts]
    .filter(([key, message]) => message === english.get(key) && !allowed.includes(message))
    .map(([key, message]) => `${key}: ${message}`)

/** Russian counts by the last two digits: 111 as 5, 101 as 21, 102 as 2. */
function miscountedRussian(texts: Flat): string[] {
  const form = (message: string, count: number) =>
    formatWith('ru', message, count).replaceAll(new RegExp(`\\b${count}\\b`, 'g'), '#')
  const alike = [
    [111, 5],
    [101, 21],
    [102, 2],
  ] as const
  return [...texts]
    .filter(([, message]) => pluralsOf('ru', message).length > 0)
    .flatMap(([key, message]) =>
      alike.filter(([a, b]) => form(message, a) !== form(message, b)).map(([a, b]) => `${key}: ${a} not as ${b}`),
    )
}

/** All that is wrong with one language's texts, held against the English ones; `allowed` may stay English. */
export function problemsOf(
  language: Language,
  translated: Translations,
  inEnglish: Translations,
  allowed: readonly string[],
) {
  const [texts, english] = [flatten(translated), flatten(inEnglish)]
  return {
    keys: differentKeys(texts, english),
    values: differentArguments(language, texts, english),
    unreadable: unreadable(language, texts),
    pluralForms: wrongPlurals(language, texts),
    pluralsWithoutTheirNumber: silentPlurals(language, texts),
    russianCounts: language === 'ru' ? miscountedRussian(texts) : [],
    leftInEnglish: language === 'en' ? [] : untranslated(texts, english, allowed),
  }
}

export const noProblems: ReturnType<typeof problemsOf> = {
  keys: [],
  values: [],
  unreadable: [],
  pluralForms: [],
  pluralsWithoutTheirNumber: [],
  russianCounts: [],
  leftInEnglish: [],
}
