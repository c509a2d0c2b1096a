import { formatMinor } from '@cashbox/contract'
import type * as z from 'zod/mini'

/** The PostgreSQL type of a result column and the type of its values in code. */
export interface Column<Value> {
  readonly type: ColumnType
  readonly isNullable: boolean
  /** Converts a value that is not null, and throws when it is invalid. */
  readonly read?: (value: unknown) => Value
}

export type Columns = Readonly<Record<string, Column<unknown>>>

export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

type ColumnType = (typeof types)[keyof typeof types]

/** PostgreSQL's type OIDs, the same in every database. */
const types = {
  16: 'bool',
  20: 'int8',
  21: 'int2',
  23: 'int4',
  25: 'text',
  114: 'json',
  700: 'float4',
  701: 'float8',
  1007: 'int4[]',
  1009: 'text[]',
  1016: 'int8[]',
  1184: 'timestamptz',
  1700: 'numeric',
  2950: 'uuid',
  2951: 'uuid[]',
  3802: 'json',
} as const

const typesById: Readonly<Record<number, ColumnType>> = types

const column = <Value>(type: ColumnType): Column<Value> => ({ type, isNullable: false })

export const bool = column<boolean>('bool')
export const int2 = column<number>('int2')
export const int4 = column<number>('int4')
export const int4Array = column<number[]>('int4[]')
export const int8 = column<bigint>('int8')
export const int8Array = column<bigint[]>('int8[]')
export const float4 = column<number>('float4')
export const float8 = column<number>('float8')

/** A string, because it may not fit into a number. */
export const numeric = column<string>('numeric')
export const text = column<string>('text')
export const textArray = column<string[]>('text[]')
export const uuid = column<string>('uuid')
export const uuidArray = column<string[]>('uuid[]')
export const timestamptz = column<Date>('timestamptz')

// Values as answers have them.
export const seconds: Column<number> = { ...timestamptz, read: (value) => Math.floor((value as Date).getTime() / 1000) }
export const money: Column<string> = { ...int8, read: (value) => formatMinor(value as bigint) }
export const count: Column<number> = { ...int8, read: Number }
/** An int8 whose digits are a name, such as the ID of a cashbox. */
export const digits: Column<string> = { ...int8, read: String }

export const typeOf = (id: number) => typesById[id] ?? `type ${id}`

export const nullable = <Value>(of: Column<Value>): Column<Value | null> => ({ ...of, isNullable: true })

function requireOneOf(words: readonly string[], value: unknown) {
  if (!words.includes(value as string)) throw new Error(`is ${JSON.stringify(value)}, not one of ${words.join(', ')}`)
}

export const oneOf = <const Word extends string>(...words: readonly Word[]): Column<Word> => ({
  ...text,
  read(value) {
    requireOneOf(words, value)
    return value as Word
  },
})

export const someOf = <const Word extends string>(...words: readonly Word[]): Column<Word[]> => ({
  ...textArray,
  read(values) {
    for (const value of values as unknown[]) requireOneOf(words, value)
    return values as Word[]
  },
})

/** A json or jsonb column. Keys that the schema does not name are dropped. */
export const json = <Value>(schema: z.ZodMiniType<Value>): Column<Value> => ({
  type: 'json',
  isNullable: false,
  read(value) {
    const { data, error } = schema.safeParse(value)
    if (!error) return data
    const { path, message } = error.issues[0] ?? { path: [], message: '' }
    throw new Error(`differs from its schema at ${JSON.stringify(path)}: ${message}`)
  },
})
