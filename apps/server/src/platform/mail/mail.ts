import type { Language } from '@cashbox/contract'
import type { Tx } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Keyring } from '../secrets/keyring.ts'

export const MAIL_JOB = 'mail'
/** The mail names its reader itself, so one place serves every sealed mail. */
export const MAIL_BINDING = 'job.payload'

/** Sealed while it waits: a mail holds a live link, which a reader of the database could use. */
export const QueuedMail = z.object({ sealed: z.string() })

/** Sends after the transaction has committed, and never if it has not. */
export const enqueueMail = (
  tx: Tx,
  { clock, keyring }: { readonly clock: Clock; readonly keyring: Keyring },
  mail: z.input<typeof Mail>,
) => enqueue(tx, clock, MAIL_JOB, { sealed: keyring.seal(JSON.stringify(mail), MAIL_BINDING) })

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

export const Mail = z.object({
  to: z.string(),
  language: z.custom<Language>((value) => typeof value === 'string'),
  template: z.enum(mailTemplates),
  /** For the placeholders of the template. */
  values: z.optional(z.record(z.string(), z.string())),
  /** Null greets without a name. */
  name: z.nullable(z.string()),
  link: z.string(),
  /** How long the link works; null when it is an ordinary address. */
  linkHours: z._default(z.nullable(z.number()), null),
  /** Things to type, each under its label, already in the reader's language. */
  details: z._default(z.array(z.object({ label: z.string(), values: z.array(z.string()) })), []),
  /** What an operator wrote to the reader, in any language. */
  note: z.optional(z.string()),
})
export type Mail = z.infer<typeof Mail>
