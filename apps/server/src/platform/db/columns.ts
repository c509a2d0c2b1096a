import type * as z from 'zod/mini'

/** A column of an answer: which type PostgreSQL gives it, and what its values are in code. */
export interface Column<Value> {
  readonly type: ColumnType
  readonly isNullable: boolean
  /** Reads a value that is not null, and throws what is wrong with it; without this the value is taken as it came. */
  readonly read?: (value: unknown) => Value
}

export type Columns = Readonly<Record<string, Column<unknown>>>

/** What a statement with these columns returns. */
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

/** The numbers that PostgreSQL gives its own types; they are the same in every database. */
const typeIds = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  float4: 700,
  float8: 701,
  'text[]': 1009,
  timestamptz: 1184,
  numeric: 1700,
  uuid: 2950,
  'uuid[]': 2951,
  jsonb: 3802,
}

type ColumnType = keyof typeof typeIds

const typeNames = new Map(Object.entries(typeIds).map(([name, id]) => [id, name]))

export const typeIdOf = (type: ColumnType) => typeIds[type]
export const typeNameOf = (id: number) => typeNames.get(id) ?? `type ${id}`

const column = <Value>(type: ColumnType): Column<Value> => ({ type, isNullable: false })

export const bool = column<boolean>('bool')
export const int2 = column<number>('int2')
export const int4 = column<number>('int4')
export const int8 = column<bigint>('int8')
export const float4 = column<number>('float4')
export const float8 = column<number>('float8')
/** As text: it may be larger or finer than any number. */
export const numeric = column<string>('numeric')
export const text = column<string>('text')
export const textArray = column<readonly string[]>('text[]')
export const uuid = column<string>('uuid')
export const uuidArray = column<readonly string[]>('uuid[]')
export const timestamptz = column<Date>('timestamptz')

export const nullable = <Value>(of: Column<Value>): Column<Value | null> => ({ ...of, isNullable: true })

/** Text that is one of these words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Column<Word> {
  const known: ReadonlySet<unknown> = new Set(words)
  return {
    ...text,
    read(value) {
      if (!known.has(value)) throw new Error(`is ${JSON.stringify(value)}, not one of ${words.join(', ')}`)
      return value as Word
    },
  }
}

/** A jsonb that a schema reads; what the schema does not name is left out. */
export const json = <Value>(schema: z.ZodMiniType<Value>): Column<Value> => ({
  type: 'jsonb',
  isNullable: false,
  read(value) {
    const { data, error } = schema.safeParse(value)
    if (!error) return data
    const { path, message } = error.issues[0] ?? { path: [], message: '' }
    throw new Error(`differs from its schema at ${JSON.stringify(path)}: ${message}`)
  },
})
