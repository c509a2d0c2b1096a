import * as z from 'zod/mini'
import { fileFormats } from '../agent/files.ts'
import { FileAnswer } from '../endpoint.ts'
import { operatorLimit, pageOf, seconds, text } from '../fields.ts'
import {
  CurrencyCode,
  PartnerPayment,
  SignedStatement,
  StatementList,
  statementFilters,
  statementPeriods,
} from '../partner/account-statements.ts'
import { NetworkCode } from './channels.ts'
import { operatorCall } from './roles.ts'

const settlers = ['finance', 'admin'] as const
const byPartner = { code: NetworkCode }

/** When statements are closed, and how long the partner has to pay. */
export const StatementSchedule = z.object({
  /** Null: only on demand. */
  period: z.nullable(z.enum(statementPeriods)),
  /** The end of the current period (UTC). */
  closes_at: z.nullable(seconds),
  /** From the end of a period until its debt is due. */
  due_days: z.int(),
})
export type StatementSchedule = z.infer<typeof StatementSchedule>

export const listPartnerStatements = operatorCall('GET /partners/:code/statements', settlers, {
  summary: 'List the statements of account of a partner, newest first, and when the next one is closed.',
  input: z.strictObject({ ...byPartner, ...statementFilters }),
  output: z.extend(StatementList, { schedule: StatementSchedule }),
})

export const readPartnerStatement = operatorCall('GET /partners/:code/statements/:statement_id', settlers, {
  summary: 'Read a statement of account with its payments, the text that is signed, and the signature.',
  input: z.strictObject({ ...byPartner, statement_id: z.uuid() }),
  output: SignedStatement,
})

export const downloadPartnerStatement = operatorCall(
  'GET /partners/:code/statements/:statement_id/file.:format',
  settlers,
  {
    summary: 'Download a statement of account.',
    input: z.strictObject({ ...byPartner, statement_id: z.uuid(), format: z.enum(fileFormats) }),
    output: FileAnswer,
    files: fileFormats,
  },
)

export const statementFileUrl = (code: string, id: string, format: (typeof fileFormats)[number]) =>
  downloadPartnerStatement.path.replace(':code', code).replace(':statement_id', id).replace(':format', format)

export const closePartnerStatement = operatorCall('POST /partners/:code/statements', settlers, {
  summary:
    'Close the current statement of a partner and currency now, with everything that is counted so far. The partner gets the event `statement.closed`.',
  input: z.strictObject({ ...byPartner, currency_code: CurrencyCode, reason: text(500) }),
  output: SignedStatement,
  refusals: ['currency_unknown', 'nothing_to_close'],
})

export const setStatementSchedule = operatorCall('POST /partners/:code/statement-schedule', settlers, {
  summary:
    'Set how often statements of account are closed (days, weeks from Monday, months; all in UTC) and after how many days their debt is due.',
  input: z.strictObject({
    ...byPartner,
    version: z.int(),
    period: z.nullable(z.enum(statementPeriods)),
    due_days: z.int().check(z.minimum(0), z.maximum(365)),
    reason: text(500),
  }),
  output: z.object({ schedule: StatementSchedule }),
  refusals: ['version_conflict'],
})

export const listPartnerPayments = operatorCall('GET /partners/:code/payments', settlers, {
  summary: 'List the payments between network and partner, newest first. New ones are money requests.',
  input: z.strictObject({
    ...byPartner,
    currency_code: z.optional(CurrencyCode),
    limit: operatorLimit,
    cursor: z.optional(z.uuid()),
  }),
  output: pageOf(PartnerPayment),
})
