import { type Columns, type Queryable, type RowOf, type Sql, typeOf } from './database.ts'

export interface Answer {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly rows: Record<string, unknown>[]
  /** How many rows it returned, or changed if it returns none. */
  readonly count: number
}

/** Checks every answer against the declared columns. */
export const checkedQueries = (run: (statement: Sql) => Promise<Answer>): Queryable => ({
  query: async (statement, columns) => readRows(statement, columns, await run(statement)),
  execute: async (statement) => (await run(statement)).count,
})

function readRows<C extends Columns>(statement: Sql, columns: C, { fields, rows }: Answer): RowOf<C>[] {
  const mismatch = fieldMismatch(columns, fields) ?? valueMismatch(columns, rows)
  if (mismatch !== null) throw new Error(`column ${mismatch}, in the answer to: ${statement.text}`)
  return rows as RowOf<C>[]
}

function fieldMismatch(columns: Columns, fields: Answer['fields']): string | null {
  for (const { name, dataTypeID } of fields) {
    const column = columns[name]
    if (!column) return `${name} is not declared`
    const type = typeOf(dataTypeID)
    if (type !== column.type) return `${name} is ${type}, not ${column.type}`
  }
  const declared = Object.keys(columns)
  if (declared.length === fields.length) return null
  const found = fields.map(({ name }) => name)
  const missing = declared.find((name) => !found.includes(name))
  if (missing !== undefined) return `${missing} is missing`
  return `${found.find((name, index) => found.indexOf(name) < index)} is there twice`
}

/** Column by column, so that those without a check cost nothing. Replaces raw values by converted ones. */
function valueMismatch(columns: Columns, rows: Answer['rows']): string | null {
  for (const [name, { type, isNullable, read }] of Object.entries(columns)) {
    if (isNullable && !read) continue
    for (const row of rows) {
      const value = row[name]
      if (value === null && isNullable) continue
      // JSON has a null of its own, which only its schema can judge.
      if (value === null && type !== 'json') return `${name} is null, not ${type}`
      if (!read) continue
      try {
        const converted = read(value)
        if (converted !== value) row[name] = converted
      } catch (error) {
        return `${name} ${error instanceof Error ? error.message : String(error)}`
      }
    }
  }
  return null
}
