import { formatMinor } from '@cashbox/contract'
import { int8, only, type Sql, sql, type Tx } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'

interface OpenedWithdrawal {
  readonly playerServiceId: string
  readonly currencyCode: string
  readonly amount: bigint
  readonly at: Date
}

/** The default ceiling, as a multiple of what one operator may move alone. Without that limit the ceiling is zero. */
const USUAL_TIMES = 1000

const MINOR_UNITS = 100

/** The ceilings of a partner, one row for each currency of the network. */
export const ceilingsOf = (playerServiceId: Sql): Sql => sql`
  select currency.code as currency_code, coalesce(known.max_open, usual.sum) as max_open,
         coalesce(known.max_per_day, usual.sum) as max_per_day
  from (select distinct currency_code as code from channel where not is_demo) as currency
  left join partner_position as known
    on known.player_service_id = ${playerServiceId} and known.currency_code = currency.code
  cross join lateral (
    select coalesce((
      select (value ->> currency.code)::numeric * ${MINOR_UNITS * USUAL_TIMES}::integer from setting where key = 'approval_limits'
    ), 0)::bigint as sum) as usual`

/** No row for a currency that the network does not have. */
export const readCeilings = (tx: Tx, playerServiceId: string, currencyCode: string) =>
  tx.query(
    sql`
      select max_open, max_per_day from (${ceilingsOf(sql`${playerServiceId}::uuid`)}) as ceiling
      where currency_code = ${currencyCode}`,
    { max_open: int8, max_per_day: int8 },
  )

/**
 * Counts a withdrawal that was just opened, or refuses it. The row is locked until the transaction ends, so withdrawals
 * that are opened at the same moment are counted one after the other. Confirmations never write it.
 */
export async function countWithdrawal(tx: Tx, opened: OpenedWithdrawal): Promise<void> {
  const { playerServiceId, currencyCode, amount, at } = opened
  const day = at.toISOString().slice(0, 10)
  const used = only(
    await tx.query(
      sql`
        insert into partner_position as known (player_service_id, currency_code, reserved, day, opened_sum)
        values (${playerServiceId}, ${currencyCode}, ${amount}, ${day}::date, ${amount})
        on conflict (player_service_id, currency_code) do update set
          reserved = known.reserved + excluded.reserved,
          opened_sum = excluded.opened_sum + case when known.day >= excluded.day then known.opened_sum else 0 end,
          day = greatest(known.day, excluded.day)
        returning reserved, opened_sum`,
      { reserved: int8, opened_sum: int8 },
    ),
  )
  const ceilings = only(await readCeilings(tx, playerServiceId, currencyCode))
  if (used.reserved > ceilings.max_open && (await recountOpen(tx, opened)) > ceilings.max_open) {
    throw refusal('open_withdrawals_exceeded', { cap: formatMinor(ceilings.max_open), asset: currencyCode })
  }
  const isDayFull = used.opened_sum > ceilings.max_per_day
  if (isDayFull && used.opened_sum - (await depositsOf(tx, opened, day)) > ceilings.max_per_day) {
    throw refusal('daily_withdrawals_exceeded', { cap: formatMinor(ceilings.max_per_day), asset: currencyCode })
  }
}

/** What has ended since the last count is still in the sum, so it is counted again before anything is refused. */
async function recountOpen(tx: Tx, { playerServiceId, currencyCode }: OpenedWithdrawal): Promise<bigint> {
  const recounted = await tx.query(
    sql`
      update partner_position set reserved = (
        select coalesce(sum(withdrawal), 0)
        from open_transaction as open join channel on channel.id = open.channel_id
        where open.player_service_id = ${playerServiceId} and withdrawal is not null
          and channel.currency_code = ${currencyCode})
      where player_service_id = ${playerServiceId} and currency_code = ${currencyCode}
      returning reserved`,
    { reserved: int8 },
  )
  return only(recounted).reserved
}

/** Confirmed deposits of the day, as far as the network's hours are counted. */
async function depositsOf(tx: Tx, { playerServiceId, currencyCode }: OpenedWithdrawal, day: string): Promise<bigint> {
  const counted = await tx.query(
    sql`
      select coalesce(sum(deposit_sum), 0)::bigint as deposits
      from network_hour as counted join channel on channel.id = counted.channel_id
      where hour >= ${day}::date::timestamp at time zone 'UTC' and player_service_id = ${playerServiceId}
        and channel.currency_code = ${currencyCode}`,
    { deposits: int8 },
  )
  return only(counted).deposits
}
