import { type col, type Queryable, query, type RowOf } from '@cashbox/postgres/database'

/** Reads the first row, or null where there is none. */
export const queryFirst =
  <C extends col.Columns>(db: Queryable, columns: C) =>
  async (strings: TemplateStringsArray, ...values: unknown[]): Promise<RowOf<C> | null> =>
    (await query(db, columns)(strings, ...values))[0] ?? null
