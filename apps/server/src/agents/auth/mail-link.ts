import { type Language, languages, type ParsedInputOf, type requestPasswordReset } from '@cashbox/contract'
import { col, type Queryable, query, sql, type Tx } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { enqueue, type JobHandler } from '../../platform/jobs/jobs.ts'
import { enqueueMail, type Mail } from '../../platform/mail/mail.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets/keyring.ts'
import type { Services } from '../../platform/services.ts'
import { findByAddress } from '../person.ts'

interface LinkKind {
  readonly hours: number
  readonly template: Mail['template']
  readonly page: (token: string) => string
}

type LinkPurpose = keyof typeof kinds

interface Recipient {
  readonly personId: string
  readonly email: string
  /** Null before the address is verified: the e-mail may reach another person. */
  readonly name: string | null
  readonly language: Language
}

const kinds = {
  'verify-email': {
    hours: 24,
    template: 'verify_email',
    page: (token) => `/auth/login?hash=${token}&type=email`,
  },
  demo: {
    hours: 72,
    template: 'demo_access',
    page: (token) => `/auth/login?hash=${token}&type=demo`,
  },
  'reset-password': {
    hours: 1,
    template: 'reset_password',
    page: (token) => `/auth/new-password?hash=${token}`,
  },
} as const satisfies Record<string, LinkKind>

const JOB = 'agent-link'

const LinkRequest = z.object({
  purpose: z.enum(['verify-email', 'reset-password']),
  email: z.string(),
  language: z.enum(languages),
})

/** The link works once; only its hash is stored. */
export async function mailLink(
  tx: Tx,
  { clock, keyring, config }: Pick<Services, 'clock' | 'keyring' | 'config'>,
  purpose: LinkPurpose,
  { personId, email, name, language }: Recipient,
  details: Mail['details'] = [],
): Promise<void> {
  const { hours, template, page } = kinds[purpose]
  const token = newToken()
  const now = clock.now()
  await tx.execute(sql`
    insert into mail_link (hash, purpose, person_id, created_at, expires_at)
    values (${hashToken(token)}, ${purpose}, ${personId}, ${now}, ${new Date(now.getTime() + hours * 3_600_000)})`)
  const link = config.publicUrl + page(token)
  await enqueueMail(tx, { clock, keyring }, { to: email, language, template, name, link, linkHours: hours, details })
}

/** Refuses a link that does not work, without using it up. */
export async function checkLink(db: Queryable, clock: Clock, purpose: LinkPurpose, token: string): Promise<void> {
  const found = await db.execute(sql`
    select 1 from mail_link
    where hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > ${clock.now()}`)
  if (found === 0) throw refusal('link_invalid')
}

/** Uses up this link and all others with the same purpose, and returns the ID of the person. */
export async function useLink(tx: Tx, clock: Clock, purpose: LinkPurpose, token: string): Promise<string> {
  const now = clock.now()
  const [link] = await query(tx, { person_id: col.uuid })`
    update mail_link set used_at = ${now}
    where hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning person_id`
  if (!link) throw refusal('link_invalid')
  await tx.execute(sql`
    update mail_link set used_at = ${now}
    where person_id = ${link.person_id} and purpose = ${purpose} and used_at is null`)
  return link.person_id
}

/** Only the worker searches for the account, so the answer and its time are the same whether or not the address is known. */
export async function requestLink(
  { db, clock, captcha, limits }: Services,
  purpose: z.infer<typeof LinkRequest>['purpose'],
  { email, ...captchaFields }: ParsedInputOf<typeof requestPasswordReset>,
  { ip, language }: Caller,
): Promise<void> {
  await limits.spend('mail-address', ip)
  await captcha.check(purpose === 'verify-email' ? 'signup' : 'login', captchaFields, ip)
  await limits.spend('mail-account', email)
  await db.transaction((tx) => enqueue(tx, clock, JOB, { purpose, email, language }))
}

export const linkHandlers = (
  services: Pick<Services, 'db' | 'clock' | 'keyring' | 'config'>,
): Record<string, JobHandler> => ({
  async [JOB](payload) {
    const { purpose, email, language } = LinkRequest.parse(payload)
    await services.db.transaction(async (tx) => {
      const person = await findByAddress(tx, email)
      if (!person || (purpose === 'verify-email' && person.is_verified)) return
      const name = person.is_verified ? person.first_name : null
      await mailLink(tx, services, purpose, { personId: person.id, email, name, language })
    })
  },
})
