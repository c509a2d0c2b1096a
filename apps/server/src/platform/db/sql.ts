import { createHash } from 'node:crypto'

/** A statement with its values apart; the name lets PostgreSQL keep its plan. */
export interface Sql {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

const statements = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/** sql`select … where id = ${id}`: every value becomes a parameter, never text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  let statement = statements.get(strings)
  if (!statement) {
    const text = strings.reduce((before, part, index) => `${before}$${index}${part}`)
    statement = { text, name: createHash('sha1').update(text).digest('base64url') }
    statements.set(strings, statement)
  }
  return { ...statement, values }
}
