import { type OutputOf, type ParsedInputOf, parseMinor, receivedAmount } from '@cashbox/contract'
import { type listHeldTopups as call, HeldTopup } from '@cashbox/contract/operator'
import { col, query, type RowOf, sql, toPage } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { formatUnits } from '../ledger/units.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import type { Services } from '../platform/services.ts'
import { isCreditable } from '../topups/held-topups.ts'
import { offsetOf, usableSince } from '../topups/rates.ts'
import { findAgent } from './find-subject.ts'

const computed = {
  sent: true,
  received: true,
  is_creditable: true,
  explorer_url: true,
  sender_explorer_url: true,
} as const
const columns = {
  ...columnsFor(z.omit(HeldTopup, computed)),
  id: col.uuid,
  cash_id: col.nullable(col.digits),
  units: col.text,
  decimals: col.int2,
  rate: col.nullable(col.text),
  request_id: col.nullable(col.uuid),
}
type Row = RowOf<typeof columns>

const all = sql``

/** Newest first. */
export async function listHeldTopups(
  services: Services,
  { topup_id, cash_id, reason, limit, cursor }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const agent = cash_id === undefined ? undefined : await findAgent(services.db, cash_id)
  if (agent === null) return { list: [], next_cursor: null }
  const rows = await query(services.db, columns)`
    select topup.id, agent.cash_id, trim(agent.first_name || ' ' || agent.last_name) as agent_name, topup.rail as type, topup.reason, topup.coin, topup.units::text as units, topup.decimals,
           topup.sender, topup.reference, topup.txid, topup.seen_at, float.asset as currency_code,
           rate.rate::text as rate, waiting.id as request_id
    from topup
    left join agent on agent.id = topup.agent_id
    left join account as float on float.id = agent.float_id
    left join rate on rate.coin = topup.coin and rate.currency_code = float.asset
      and (rate.source = 'operator' or rate.set_at >= ${usableSince(services)})
    left join approval_request as waiting on waiting.topup_id = topup.id and waiting.state = 'pending'
    where topup.state = 'held'
      ${topup_id === undefined ? all : sql`and topup.id = ${topup_id}`}
      ${agent === undefined ? all : sql`and topup.agent_id = ${agent.id}`}
      ${reason === undefined ? all : sql`and topup.reason = ${reason}`}
      ${cursor === undefined ? all : sql`and topup.id < ${cursor}`}
    order by topup.id desc limit ${limit + 1}`
  const held = rows.map((row) => toHeldTopup(row, services.config))
  return toPage(held, limit, ({ id }) => id)
}

function toHeldTopup(row: Row, config: Services['config']) {
  const sent = formatUnits(BigInt(row.units), row.decimals)
  const is_creditable = isCreditable(row.reason)
  const received =
    is_creditable && row.rate !== null ? receivedAmount(sent, row.rate, offsetOf(config, row.type)) : null
  const explorer_url = row.txid === null ? null : config.tron.explorerUrl.replace('{txid}', row.txid)
  const sender_explorer_url =
    row.type === 'tron' && row.sender !== null
      ? config.tron.addressExplorerUrl.replace('{address}', encodeURIComponent(row.sender))
      : null
  const links = { explorer_url, sender_explorer_url }
  return { ...row, sent, received: parseMinor(received ?? '') ? received : null, is_creditable, ...links }
}
