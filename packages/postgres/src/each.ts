import { col, identifier, type Sql, sql } from './database.ts'

/** The same SQL for each of several columns, with commas between. */
export const each = (names: readonly string[], write: (name: Sql) => Sql): Sql =>
  names.map((name) => write(identifier(name))).reduce((all, one) => sql`${all}, ${one}`)

export const listed = (names: readonly string[]) => each(names, (name) => name)
export const summed = (names: readonly string[]) => each(names, (name) => sql`sum(${name})::bigint as ${name}`)
export const columnsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, col.int8])) as Record<Name, typeof col.int8>
