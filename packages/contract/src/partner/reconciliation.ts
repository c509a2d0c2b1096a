import * as z from 'zod/mini'
import { TransactionType } from '../agent/payments.ts'
import { endpoint, FileAnswer } from '../endpoint.ts'
import { Metadata, seconds, wholeNumber } from '../fields.ts'
import { Money } from '../money.ts'

/** The first words of a daily file, and of the text that its signature signs. */
export const FILE_KIND = 'cashbox reconciliation 1'

export const reconciledEvents = ['confirmed', 'reversed'] as const

/** PostgreSQL has no year 0. */
const FIRST_DAY = '1970-01-01'

/** A UTC day, such as `2026-11-15`. */
export const Day = z.iso.date().check(z.refine((day) => day >= FIRST_DAY))

/** The first line of a daily file. */
export const ReconciliationHead = z.object({
  file: z.literal(FILE_KIND),
  /** Your code in this network. */
  partner: z.string(),
  day: z.string(),
})
export type ReconciliationHead = z.infer<typeof ReconciliationHead>

/** A confirmation or a reversal. */
export const ReconciliationLine = z.object({
  event: z.enum(reconciledEvents),
  transaction_id: z.string(),
  reference: z.nullable(z.string()),
  type: TransactionType,
  amount: Money,
  currency_code: z.string(),
  player_id: z.string(),
  cash_id: z.nullable(z.string()),
  confirmed_by: z.string(),
  metadata: Metadata,
  at: seconds,
})
export type ReconciliationLine = z.infer<typeof ReconciliationLine>

export const ReconciliationTotal = z.object({
  event: z.enum(reconciledEvents),
  type: TransactionType,
  currency_code: z.string(),
  count: z.int(),
  sum: Money,
})
export type ReconciliationTotal = z.infer<typeof ReconciliationTotal>

export const ReconciliationFile = z.object({
  day: z.string(),
  /** Confirmations and reversals in it. */
  lines: z.int(),
  /** In bytes. */
  size: z.int(),
  /** Of the whole file, in hexadecimal. */
  sha256: z.string(),
  totals: z.array(ReconciliationTotal),
  made_at: seconds,
})
export type ReconciliationFile = z.infer<typeof ReconciliationFile>

export const listReconciliationFiles = endpoint('GET /reconciliation', 'partner', {
  summary: 'List the daily files, newest first, with the public key that verifies them.',
  input: z.strictObject({
    limit: z._default(wholeNumber(1, 100), 31),
    /** `next_cursor` of the previous page. */
    cursor: z.optional(Day),
  }),
  output: z.object({
    list: z.array(ReconciliationFile),
    next_cursor: z.nullable(z.string()),
    /** The key of the network that signs daily files: Ed25519, 32 bytes in base64. Null before the first file. */
    public_key: z.nullable(z.string()),
  }),
})

export const fileForms = ['jsonl', 'csv'] as const
export type FileForm = (typeof fileForms)[number]

export const readReconciliation = endpoint('GET /reconciliation/:day.:form', 'partner', {
  summary: 'The signed file of a UTC day that is over: every confirmation and reversal, and totals.',
  input: z.strictObject({ day: Day, form: z.enum(fileForms) }),
  output: FileAnswer,
  files: fileForms,
  refusals: ['day_not_ended'],
})
