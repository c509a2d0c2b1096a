import { formatMinor } from '@cashbox/contract'
import { col, only, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { type InputOfChange, refuseStale } from '../../approvals/kinds.ts'
import { fromSeconds } from '../../platform/clock.ts'
import { invalidFields, refusal } from '../../platform/refusal.ts'
import { partnerChange } from '../partner.ts'
import { lockCount } from './count-positions.ts'
import {
  lockPosition,
  orNull,
  type PositionKey,
  positionColumns,
  positionFields,
  readCeilings,
  reportCover,
} from './position.ts'

/** Times of events are only nearly in the order of their numbers: the latest is among so many. */
const LAST_EVENTS = 10_000

const feeColumns = {
  deposit_fee_bp: col.int4,
  deposit_fee_fixed: col.int8,
  withdraw_fee_bp: col.int4,
  withdraw_fee_fixed: col.int8,
}
type FeeRow = RowOf<typeof feeColumns>
const noFees: FeeRow = { deposit_fee_bp: 0, deposit_fee_fixed: 0n, withdraw_fee_bp: 0, withdraw_fee_fixed: 0n }

/** One admin may lower a limit; raising it takes a second admin. */
export const setWithdrawalLimits = partnerChange<InputOfChange<'partner_limits'>>(
  'partner.set-withdrawal-limits',
  async (tx, { id, version }, input, context) => {
    const { currency_code } = input
    const read = () => readCeilings(tx, id, currency_code)
    const [before] = await read()
    if (!before) throw invalidFields({ currency_code: [{ code: 'currency_unknown' }] })
    refuseStale(context, version === input.version, inMoney(before))
    await tx.execute(sql`
      insert into partner_position (partner_id, currency_code, max_open, max_per_day)
      values (${id}, ${currency_code}, ${input.max_open}, ${input.max_per_day})
      on conflict (partner_id, currency_code)
      do update set max_open = excluded.max_open, max_per_day = excluded.max_per_day`)
    const after = only(await read())
    return {
      before: { currency_code, ...inMoney(before) },
      after: { currency_code, ...inMoney(after) },
      needsApproval: (['max_open', 'max_per_day'] as const).filter((field) => after[field] > before[field]),
    }
  },
)

/** One admin may lower the limit of the cover, or set one; raising or removing it takes a second admin. */
export const setCover = partnerChange<InputOfChange<'partner_cover'>>(
  'partner.set-cover',
  async (tx, { id, version }, input, context) => {
    const { currency_code, credit_limit, low_level } = input
    const key = { partnerId: id, currencyCode: currency_code }
    const before = await lockPosition(tx, key)
    refuseStale(context, version === input.version, coverFields(before))
    const after = await queryOne(tx, positionColumns)`
      update partner_position set credit_limit = ${credit_limit}, low_level = ${low_level}
      where partner_id = ${id} and currency_code = ${currency_code} returning ${positionFields}`
    await reportCover(tx, key, after, context.at)
    const isRaised = before.credit_limit !== null && (credit_limit === null || credit_limit > before.credit_limit)
    return {
      before: { currency_code, ...coverFields(before) },
      after: { currency_code, ...coverFields(after) },
      needsApproval: isRaised ? ['credit_limit'] : [],
    }
  },
)

/** What a partner pays is agreed with it: every change takes a second admin. */
export const setFees = partnerChange<InputOfChange<'partner_fees'>>(
  'partner.set-fees',
  async (tx, { id, version }, input, context) => {
    const { currency_code } = input
    await lockCount(tx, id)
    const key = { partnerId: id, currencyCode: currency_code }
    await lockPosition(tx, key)
    const begins = input.valid_from === undefined ? context.at : fromSeconds(input.valid_from)
    if (begins < context.at) throw refusal('fee_already_in_effect')
    // What was counted keeps its fee: a tariff begins after it.
    const newest = await newestMoment(tx, id)
    const from = newest && newest >= begins ? new Date(newest.getTime() + 1) : begins
    const before = await feesAt(tx, key, from)
    refuseStale(context, version === input.version, feeFields(before))
    await tx.execute(sql`
      insert into partner_fee (partner_id, currency_code, valid_from, deposit_fee_bp, deposit_fee_fixed,
        withdraw_fee_bp, withdraw_fee_fixed)
      values (${id}, ${currency_code}, ${from}, ${input.deposit_fee_bp}, ${input.deposit_fee_fixed},
        ${input.withdraw_fee_bp}, ${input.withdraw_fee_fixed})
      on conflict (partner_id, currency_code, valid_from) do update set
        deposit_fee_bp = excluded.deposit_fee_bp, deposit_fee_fixed = excluded.deposit_fee_fixed,
        withdraw_fee_bp = excluded.withdraw_fee_bp, withdraw_fee_fixed = excluded.withdraw_fee_fixed`)
    return {
      before: { currency_code, ...feeFields(before) },
      after: { currency_code, ...feeFields(input), ...(input.valid_from === undefined ? {} : { valid_from: from }) },
      needsApproval: ['deposit_fee', 'withdraw_fee'],
    }
  },
)

async function newestMoment(tx: Tx, partnerId: string): Promise<Date | null> {
  const newest = await query(tx, { at: col.nullable(col.timestamptz) })`
    select max(created_at) as at from (
      select created_at from outbox_event where partner_id = ${partnerId}
      order by number desc limit ${LAST_EVENTS}) as last`
  return only(newest).at
}

const feesAt = async (tx: Tx, { partnerId, currencyCode }: PositionKey, at: Date): Promise<FeeRow> => {
  const [fees] = await query(tx, feeColumns)`
    select deposit_fee_bp, deposit_fee_fixed, withdraw_fee_bp, withdraw_fee_fixed from partner_fee
    where partner_id = ${partnerId} and currency_code = ${currencyCode} and valid_from <= ${at}
    order by valid_from desc limit 1`
  return fees ?? noFees
}

const inMoney = ({ max_open, max_per_day }: { readonly max_open: bigint; readonly max_per_day: bigint }) => ({
  max_open: formatMinor(max_open),
  max_per_day: formatMinor(max_per_day),
})

const coverFields = ({ credit_limit, low_level }: Record<'credit_limit' | 'low_level', bigint | null>) => ({
  credit_limit: orNull(credit_limit),
  low_level: orNull(low_level),
})

const feeFields = (fees: FeeRow) => ({
  deposit_fee: `${fees.deposit_fee_bp / 100} % + ${formatMinor(fees.deposit_fee_fixed)}`,
  withdraw_fee: `${fees.withdraw_fee_bp / 100} % + ${formatMinor(fees.withdraw_fee_fixed)}`,
})
