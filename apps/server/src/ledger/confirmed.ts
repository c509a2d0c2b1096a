import { col, type Queryable, queryOne, type Sql, sql, type Tx } from '@cashbox/postgres/database'

/** The account that stands for the agent in `confirmation`. */
export const floatOf = (agentId: string): Sql => sql`(select float_id from agent where id = ${agentId})`

/** The lock of everything that belongs to the agent: no confirmation runs meanwhile. Take it before any other. */
export const lockFloat = (tx: Tx, agentId: string) =>
  tx.execute(sql`select 1 from account where id = ${floatOf(agentId)} for update`)

/** As a value, for pages in the order of numbers: of a subselect PostgreSQL expects few rows, and sorts all there are. */
export const readFloat = async (db: Queryable, agentId: string): Promise<bigint> =>
  (await queryOne(db, { float_id: col.int8 })`select float_id from agent where id = ${agentId}`).float_id

/** The payments that an agent confirmed in a period, as a condition on `confirmation`. */
export const confirmedIn = (agentId: string, from: Date, until: Date | null = null): Sql => sql`
  float_id = ${floatOf(agentId)} and number > confirmed_before(${agentId}, ${from})
  and number <= confirmed_before(${agentId}, ${until})`
