import * as z from 'zod/mini'
import { endpoint, FileAnswer } from '../endpoint.ts'
import { seconds, text } from '../fields.ts'
import { transactionTypes } from './payments.ts'
import { statementAccounts } from './statement.ts'

export const fileFormats = ['pdf', 'xlsx', 'csv'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The most that a PDF holds; the other formats have no limit. */
export const PDF_LINES = 10_000

export const FileRequest = z.strictObject({
  list: z.enum(['history', 'statement']),
  format: z.enum(fileFormats),
  /** Of the history; by default both. */
  type: z.optional(z.enum(transactionTypes)),
  /** Of the statement. */
  account: z._default(z.enum(statementAccounts), 'float'),
  /** First and last second, both included. */
  from: z.optional(seconds),
  to: z.optional(seconds),
  /** The zone of the times in the file; by default the agent's. */
  timezone: z.optional(text(64)),
})
export type FileRequest = z.infer<typeof FileRequest>

export const requestFile = endpoint('POST /user/files', 'agent', {
  summary:
    'Ask for the history or the statement as a file, in the language of the request. Returns the address of the file below the API base. It needs no session, works once and for one minute.',
  input: FileRequest,
  output: z.object({ path: z.string() }),
  refusals: ['agent_not_active', 'timezone_unknown', 'file_too_long'],
})

export const downloadFile = endpoint('GET /files/:token', 'public', {
  summary: 'Download a file that was asked for. The address works once.',
  input: z.strictObject({ token: z.string() }),
  output: FileAnswer,
  files: fileFormats,
  duringMaintenance: true,
  refusals: ['file_expired', 'not_signed_in', 'agent_not_active'],
})
