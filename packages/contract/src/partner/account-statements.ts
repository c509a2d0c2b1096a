import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, seconds, text, wholeNumber } from '../fields.ts'
import { Money } from '../money.ts'

/** The first words of the text that the signature of a statement signs. */
export const STATEMENT_KIND = 'cashbox statement 1'

export const statementPeriods = ['day', 'week', 'month'] as const
export type StatementPeriod = (typeof statementPeriods)[number]

export const statementAnswers = ['accepted', 'disputed'] as const

/** `in` is from the partner to the network, `out` from the network to the partner. */
export const paymentDirections = ['in', 'out'] as const
export type PaymentDirection = (typeof paymentDirections)[number]

const Counted = z.object({ count: z.int(), sum: Money })

/** What changed the position in the time of a statement. */
export const StatementTotals = z.object({
  /** Confirmed deposits and withdrawals. */
  deposits: Counted,
  withdrawals: Counted,
  /** Reversed in this time, also if they were confirmed before. */
  reversed_deposits: Money,
  reversed_withdrawals: Money,
  /** By the tariff, less what reversals gave back. */
  fees: Money,
  /** Payments from the partner and to it, less reversed ones. */
  paid_in: Money,
  paid_out: Money,
})
export type StatementTotals = z.infer<typeof StatementTotals>

/** A closed period. Every confirmation is in exactly one statement of its currency. */
export const AccountStatement = z.object({
  id: z.string(),
  currency_code: z.string(),
  /** Without gaps for each currency. */
  number: z.int(),
  /** `demand`: closed by an operator. */
  period: z.enum([...statementPeriods, 'demand']),
  /** `from` is the `until` of the statement before. What was written late is in the next statement. */
  from: seconds,
  until: seconds,
  /** Above zero, the network holds money for the partner. Below zero, the partner owes it. */
  opening: Money,
  totals: StatementTotals,
  closing: Money,
  closed_at: seconds,
  due_at: seconds,
  /** What is left to pay of a closing below zero. Later payments and deposits reduce it. */
  owed: Money,
  /** Something is left to pay after `due_at`. */
  is_overdue: z.boolean(),
  /** The partner's answer. */
  answer: z.nullable(z.enum(statementAnswers)),
  answer_reason: z.nullable(z.string()),
  answered_at: z.nullable(seconds),
})
export type AccountStatement = z.infer<typeof AccountStatement>

/** A payment between network and partner. It is never changed. A wrong one is reversed by another. */
export const PartnerPayment = z.object({
  id: z.string(),
  currency_code: z.string(),
  direction: z.enum(paymentDirections),
  amount: Money,
  /** The date and reference on the bank statement. */
  paid_on: z.string(),
  bank_reference: z.string(),
  /** The payment that this one takes back. */
  reverses: z.nullable(z.string()),
  /** It was taken back by another. */
  is_reversed: z.boolean(),
  /** The number of the statement that it is in. */
  statement: z.int(),
  recorded_at: seconds,
})
export type PartnerPayment = z.infer<typeof PartnerPayment>

/** A statement with what proves it. */
export const SignedStatement = z.object({
  statement: AccountStatement,
  payments: z.array(PartnerPayment),
  /** What is signed: lines of a name and a value. */
  signed_text: z.string(),
  /** Ed25519 over `signed_text`, in base64. */
  signature: z.string(),
  /** The key that also signs daily files: Ed25519, 32 bytes in base64. */
  public_key: z.string(),
})
export type SignedStatement = z.infer<typeof SignedStatement>

export const CurrencyCode = z.string().check(z.regex(/^[A-Z]{3,5}$/))

export const statementFilters = {
  currency_code: z.optional(CurrencyCode),
  limit: z._default(wholeNumber(1, 100), 20),
  /** `next_cursor` of the previous page. */
  cursor: z.optional(z.uuid()),
}

export const StatementList = pageOf(AccountStatement)

const one = z.object({ statement: AccountStatement })

export const listStatements = endpoint('GET /statements', 'partner', {
  summary: 'List your statements of account, newest first.',
  input: z.strictObject(statementFilters),
  output: StatementList,
})

export const readSignedStatement = endpoint('GET /statements/:statement_id', 'partner', {
  summary: 'Read a statement of account with its payments, the text that is signed, and the signature.',
  input: z.strictObject({ statement_id: z.uuid() }),
  output: SignedStatement,
})

export const acceptStatement = endpoint('POST /statements/:statement_id/accept', 'partner', {
  summary: 'Accept a statement of account, also after a dispute. Repeating the call changes nothing.',
  input: z.strictObject({ statement_id: z.uuid() }),
  output: one,
})

export const disputeStatement = endpoint('POST /statements/:statement_id/dispute', 'partner', {
  summary:
    'Dispute a statement of account. The operators are alerted. The statement itself never changes: a correction is in the next one.',
  input: z.strictObject({ statement_id: z.uuid(), reason: text(500) }),
  output: one,
  refusals: ['statement_accepted'],
})
