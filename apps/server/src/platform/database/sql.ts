import { createHash } from 'node:crypto'

/** A statement with its values apart. */
export interface Sql {
  /** Lets PostgreSQL keep the plan; empty where the values decide which plan is best. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

const statements = new WeakMap<TemplateStringsArray, { name: string; text: string }>()
const made = new WeakSet<object>()

/**
 * sql`select … where id = ${id}`: every value becomes a parameter, never text. Only another sql`…` is put in its place
 * as it is, so a statement can have the conditions that are asked for and no others. Such a one is planned each time.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const statement = values.some(isSql) ? compose(strings, values) : { ...keep(strings), values }
  made.add(statement)
  return statement
}

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && made.has(value)

function keep(strings: TemplateStringsArray) {
  let statement = statements.get(strings)
  if (!statement) {
    const text = strings.reduce((before, part, index) => `${before}$${index}${part}`)
    statement = { text, name: createHash('sha1').update(text).digest('base64url') }
    statements.set(strings, statement)
  }
  return statement
}

function compose(strings: TemplateStringsArray, parts: readonly unknown[]): Sql {
  const values: unknown[] = []
  const text = strings.reduce((before, string, index) => {
    const part = parts[index - 1]
    const first = values.length
    if (!isSql(part)) {
      values.push(part)
      return `${before}$${values.length}${string}`
    }
    values.push(...part.values)
    return before + part.text.replaceAll(/\$(\d+)/g, (_match, number) => `$${first + Number(number)}`) + string
  })
  return { name: '', text, values }
}
