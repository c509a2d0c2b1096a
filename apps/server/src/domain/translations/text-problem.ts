import type { Language } from '@cashbox/contract'
import { pluralFormsOf, problemsOf, valuesIn } from '@cashbox/contract/translations/check'
import { say } from '../../platform/texts.ts'
import { shipped } from './shipped.ts'

/** What is wrong with a text, by the name of its words in `text_problems`, and what it should have instead. */
export interface TextProblem {
  readonly kind:
    | 'missing'
    | 'no_such_text'
    | 'values'
    | 'no_values'
    | 'unreadable'
    | 'plural_forms'
    | 'number_missing'
    | 'miscounted'
  readonly expected?: string
}

export const sayProblem = (reader: Language, { kind, expected = '' }: TextProblem): string =>
  say(reader, `text_problems.${kind}`, { expected })

// A message is parsed many times over for this, so what was found is remembered.
const found = new Map<string, TextProblem | null>()
const REMEMBERED = 5000

/** Why a text can't replace the one under this key: its values or plural forms differ, or it is no message. */
export function problemWith(language: Language, key: string, text: string): TextProblem | null {
  const id = JSON.stringify([language, key, text])
  const known = found.get(id)
  if (known !== undefined) return known
  if (found.size >= REMEMBERED) found.clear()
  const problem = findProblem(language, key, text)
  found.set(id, problem)
  return problem
}

function findProblem(language: Language, key: string, text: string): TextProblem | null {
  const english = shipped('en').get(key)
  if (english === undefined) return { kind: 'no_such_text' }
  try {
    // It may well be English still: that is for the operator to say.
    const problems = problemsOf(language, { text }, { text: english }, [text])
    if (problems.values.length > 0) return wrongValues(valuesIn('en', english))
    if (problems.unreadable.length > 0) return { kind: 'unreadable' }
    if (problems.pluralForms.length > 0) return { kind: 'plural_forms', expected: pluralFormsOf(language).join(', ') }
    if (problems.pluralsWithoutTheirNumber.length > 0) return { kind: 'number_missing' }
    return problems.russianCounts.length > 0 ? { kind: 'miscounted' } : null
  } catch {
    // Only a message that can't be parsed throws.
    return { kind: 'unreadable' }
  }
}

const wrongValues = (names: readonly string[]): TextProblem =>
  names.length === 0 ? { kind: 'no_values' } : { kind: 'values', expected: names.map((name) => `{${name}}`).join(', ') }
