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

interface LinkKind {
  readonly hours: number
  readonly template: Mail['template']
  readonly page: (token: string) => string
}

type LinkPurpose = keyof typeof kinds

interface Recipient {
  readonly agentId: string
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
  { agentId, email, name, language }: Recipient,
  details: Mail['details'] = [],
): Promise<void> {
  const { hours, template, page } = kinds[purpose]
  const token = newToken()
  const now = clock.now()
  await tx.execute(sql`
    insert into mail_link (hash, purpose, agent_id, created_at, expires_at)
    values (${hashToken(token)}, ${purpose}, ${agentId}, ${now}, ${new Date(now.getTime() + hours * 3_600_000)})`)
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

/** Uses up this link and all others with the same purpose, and returns the ID of the agent. */
export async function useLink(tx: Tx, clock: Clock, purpose: LinkPurpose, token: string): Promise<string> {
  const now = clock.now()
  const [link] = await query(tx, { agent_id: col.uuid })`
    update mail_link set used_at = ${now}
    where hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning agent_id`
  if (!link) throw refusal('link_invalid')
  await tx.execute(sql`
    update mail_link set used_at = ${now}
    where agent_id = ${link.agent_id} and purpose = ${purpose} and used_at is null`)
  return link.agent_id
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
      const [agent] = await query(tx, { id: col.uuid, first_name: col.text, is_verified: col.bool })`
        select id, first_name, email_verified_at is not null as is_verified
        from agent where email = ${email} and not is_demo`
      if (!agent || (purpose === 'verify-email' && agent.is_verified)) return
      const name = agent.is_verified ? agent.first_name : null
      await mailLink(tx, services, purpose, { agentId: agent.id, email, name, language })
    })
  },
})
