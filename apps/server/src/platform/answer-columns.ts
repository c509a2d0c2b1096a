import { Money } from '@cashbox/contract'
import { seconds } from '@cashbox/contract/fields'
import { col } from '@cashbox/postgres/database'
import type * as z from 'zod/mini'

type Shape = Readonly<Record<string, z.ZodMiniType>>
type AnswerColumns<S extends Shape> = { readonly [Name in keyof S]: col.Column<z.output<S[Name]>> }

/**
 * The columns of a query whose rows have the fields of an answer, as the contract describes them. What a table has in another
 * type, such as an ID that is a uuid, or a count, is named beside it.
 */
export const columnsFor = <S extends Shape>({ shape }: { readonly shape: S }) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, columnFor(field)])) as AnswerColumns<S>

function columnFor(field: z.core.$ZodType): col.Column<unknown> {
  if (field === Money) return col.money
  if (field === seconds) return col.seconds
  const { def } = (field as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'nullable':
      return col.nullable(columnFor(def.innerType))
    case 'boolean':
      return col.bool
    case 'number':
      return 'format' in def ? col.int4 : col.float8
    case 'string':
      return col.text
    case 'enum':
      return col.oneOf(...Object.values(def.entries).map(String))
    default:
      return col.json(field as z.ZodMiniType)
  }
}
