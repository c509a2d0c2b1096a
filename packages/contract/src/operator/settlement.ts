import * as z from 'zod/mini'
import { basisPoints, seconds, text } from '../fields.ts'
import { AmountOrZeroInput } from '../money.ts'
import { DailyStatement, PartnerFee, Position, statementPeriod } from '../partner/settlement.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { NetworkCode } from './channels.ts'
import { Partner } from './partners.ts'
import { type OperatorRole, operatorCall } from './roles.ts'

/** What partners owe is not for everyone. */
const settlementRoles = ['finance', 'risk', 'admin'] as const satisfies readonly OperatorRole[]

const change = { code: NetworkCode, version: z.int(), currency_code: text(10), reason: text(500) }
export const readPartnerPosition = operatorCall('GET /partners/:code/position', settlementRoles, {
  summary: 'Read what a partner and the network owe each other, for each currency, with the tariffs of the partner.',
  input: z.strictObject({ code: NetworkCode }),
  output: z.object({ list: z.array(Position), fees: z.array(PartnerFee) }),
  refusals: ['not_found'],
})

export const listPositionDays = operatorCall('GET /partners/:code/position-days', settlementRoles, {
  readsReplica: true,
  summary:
    'List what changed the balance of a partner in one currency, day by day (UTC), with the balance after each day; by default the last 30 days, and at most 366.',
  input: z.strictObject({ code: NetworkCode, currency_code: text(10), ...statementPeriod }),
  output: DailyStatement,
  refusals: ['not_found', 'currency_unknown', 'period_invalid'],
})

export const setPartnerCover = operatorCall('POST /partners/:code/cover', ['admin'], {
  summary:
    'Set how far the balance of a partner in one currency may go below zero, less what its open withdrawals reserve, and below which rest it is warned. Null: no limit, no warning. A higher limit, or none, waits for a second admin.',
  input: z.strictObject({
    ...change,
    credit_limit: z.nullable(AmountOrZeroInput),
    low_level: z.nullable(AmountOrZeroInput),
  }),
  output: z.object({ partner: Partner, ...waiting }),
  refusals: ['currency_unknown', ...waitingRefusals],
})

export const setPartnerFees = operatorCall('POST /partners/:code/fees', ['admin'], {
  summary:
    'Set what a partner pays for each confirmed transaction in one currency, immediately or from `valid_from`. Replaces a tariff that begins at the same time. A second admin has to approve it.',
  input: z.strictObject({
    ...change,
    deposit_fee_bp: basisPoints,
    deposit_fee_fixed: AmountOrZeroInput,
    withdraw_fee_bp: basisPoints,
    withdraw_fee_fixed: AmountOrZeroInput,
    valid_from: z.optional(seconds),
  }),
  output: z.object({ partner: Partner, ...waiting }),
  refusals: ['currency_unknown', 'fee_already_in_effect', ...waitingRefusals],
})
