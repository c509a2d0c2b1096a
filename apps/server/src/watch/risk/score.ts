import { RISK_DAYS } from '@cashbox/contract/operator'
import { type Sql, sql } from '../../platform/database/sql.ts'

const DAY_S = 24 * 60 * 60

/** Weight × (1 − age ÷ 30 days), summed, in thousandths. */
export const scoreAt = (at: Date): Sql => sql`
  sum(round(1000 * signal.weight
    * least(1, greatest(0, 1 - extract(epoch from ${at}::timestamptz - signal.last_at) / ${RISK_DAYS * DAY_S}::float8))))::bigint`
