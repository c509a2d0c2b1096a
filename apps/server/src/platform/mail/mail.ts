import type { Language } from '@cashbox/contract'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Keyring } from '../secrets/keyring.ts'

export const MAIL_JOB = 'mail'
/** A letter names its reader itself, so all of them have one place. */
export const LETTER_PLACE = 'job.payload'

interface PostServices {
  readonly clock: Clock
  readonly keyring: Keyring
}

/** Sealed while it waits: a letter holds a live link, which a reader of the database could use. */
export const QueuedLetter = z.object({ sealed: z.string() })

/** Sends after the transaction has committed, and never if it has not. */
export const post = (tx: Tx, { clock, keyring }: PostServices, letter: Letter) =>
  enqueue(tx, clock, MAIL_JOB, { sealed: keyring.seal(JSON.stringify(letter), LETTER_PLACE) })

const mailTemplates = [
  'verify_email',
  'already_registered',
  'reset_password',
  'password_changed',
  'email_change_confirm',
  'email_change_notice',
  'operator_access',
  'audit_anchor',
  'test_letter',
  'two_factor_set_up',
  'passkey_added',
  'demo_access',
  'agent_approved',
  'agent_rejected',
  'agent_info_requested',
  'agent_suspended',
  'agent_blocked',
  'agent_restored',
  'notice',
  'alert',
] as const

export const Letter = z.object({
  to: z.string(),
  language: z.custom<Language>((value) => typeof value === 'string'),
  template: z.enum(mailTemplates),
  /** For the places in the words of the template. */
  values: z.optional(z.record(z.string(), z.string())),
  /** Null greets without a name. */
  name: z.nullable(z.string()),
  link: z.string(),
  /** How long the link works; null when it is an ordinary address. */
  linkHours: z.nullable(z.number()),
  /** Things to type, each under its label, already in the reader's language. */
  details: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
  /** What an operator wrote to the reader, in any language. */
  note: z.optional(z.string()),
})
export type Letter = z.infer<typeof Letter>
