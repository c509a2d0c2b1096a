import { type Sql, sql } from '../platform/database/database.ts'

/** The account that stands for the agent in `confirmation`. */
export const floatOf = (agentId: string): Sql => sql`(select float_id from agent where id = ${agentId})`

/** The payments that an agent confirmed in a period, as a condition on `confirmation`. */
export const confirmedIn = (agentId: string, from: Date, until: Date | null = null): Sql => sql`
  float_id = ${floatOf(agentId)} and number > confirmed_before(${agentId}, ${from})
  and number <= confirmed_before(${agentId}, ${until})`
