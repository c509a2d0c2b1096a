import { isRecord } from '../page/is-record.ts'

export type Errors = Readonly<Record<string, readonly string[]>>

/** What was asked for, or what is wrong with it, field by field. */
export type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly errors: Errors }

export type Rule<Value> = (given: unknown) => { readonly value: Value } | { readonly problem: string }

/** Reads an object of which every field has a rule. */
export function readFields<Fields, Required extends keyof Fields = never>(
  given: unknown,
  rules: { readonly [Name in keyof Fields]: Rule<Fields[Name]> },
  required: readonly Required[] = [],
): Read<Partial<Fields> & Pick<Fields, Required>> {
  if (!isRecord(given)) return { ok: false, errors: { body: ['Must be an object.'] } }
  const names = [...new Set([...Object.keys(given), ...required.map(String)])]
  const read = names.map((name) => [name, apply(rules, name, given[name])] as const)
  const problems = read.flatMap(([name, one]) => ('problem' in one ? [[name, [one.problem]] as const] : []))
  if (problems.length > 0) return { ok: false, errors: Object.fromEntries(problems) }
  const values = read.flatMap(([name, one]) => ('value' in one ? [[name, one.value] as const] : []))
  return { ok: true, value: Object.fromEntries(values) as Partial<Fields> & Pick<Fields, Required> }
}

function apply(rules: object, name: string, given: unknown): ReturnType<Rule<unknown>> {
  const rule = new Map<string, Rule<unknown>>(Object.entries(rules)).get(name)
  return rule ? rule(given) : { problem: 'Unknown field.' }
}

export const whole =
  (least: number, most: number): Rule<number> =>
  (given) =>
    typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most
      ? { value: given }
      : { problem: `Must be a whole number from ${least} to ${most}.` }

export const yesOrNo: Rule<boolean> = (given) =>
  typeof given === 'boolean' ? { value: given } : { problem: 'Must be true or false.' }

export const oneOf =
  <const Choice>(...choices: readonly Choice[]): Rule<Choice> =>
  (given) => {
    const chosen = choices.find((choice) => choice === given)
    return chosen === undefined ? { problem: `Must be one of ${choices.join(', ')}.` } : { value: chosen }
  }
