import type { Language } from '@cashbox/contract'
import type { Clock } from '../../platform/clock.ts'
import { uuid } from '../../platform/database/columns.ts'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Letter } from '../../platform/mail/mail.ts'
import { post } from '../../platform/mail/mail.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets/secrets.ts'
import type { AuthServices } from './services.ts'

interface LinkKind {
  readonly hours: number
  readonly template: Letter['template']
  readonly page: (token: string) => string
}

/** How long each link works, what its letter says, and where it leads. */
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

type LinkPurpose = keyof typeof kinds

interface Addressee {
  readonly agentId: string
  readonly email: string
  /** Null before the address is verified: a stranger may have typed it, and the letter goes to someone else. */
  readonly name: string | null
  readonly language: Language
}

/** Sends a link that works once; only its hash is kept. */
export async function postLink(
  tx: Tx,
  { clock, keyring, publicUrl }: Pick<AuthServices, 'clock' | 'keyring' | 'publicUrl'>,
  purpose: LinkPurpose,
  { agentId, email, name, language }: Addressee,
  details: Letter['details'] = [],
): Promise<void> {
  const { hours, template, page } = kinds[purpose]
  const token = newToken()
  const now = clock.now()
  await tx.execute(sql`
    insert into mail_link (hash, purpose, agent_id, created_at, expires_at)
    values (${hashToken(token)}, ${purpose}, ${agentId}, ${now}, ${new Date(now.getTime() + hours * 3_600_000)})`)
  const link = publicUrl + page(token)
  await post(tx, { clock, keyring }, { to: email, language, template, name, link, linkHours: hours, details })
}

/** Refuses a link that does not work, without using it up. */
export async function checkLink(db: Queryable, clock: Clock, purpose: LinkPurpose, token: string): Promise<void> {
  const found = await db.execute(sql`
    select 1 from mail_link
    where hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > ${clock.now()}`)
  if (found === 0) throw refusal('link_invalid')
}

/** Uses the link up, with every other one of the same purpose, and returns whose it is. */
export async function useLink(tx: Tx, clock: Clock, purpose: LinkPurpose, token: string): Promise<string> {
  const now = clock.now()
  const [link] = await tx.query(
    sql`
      update mail_link set used_at = ${now}
      where hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > ${now}
      returning agent_id`,
    { agent_id: uuid },
  )
  if (!link) throw refusal('link_invalid')
  await tx.execute(sql`
    update mail_link set used_at = ${now}
    where agent_id = ${link.agent_id} and purpose = ${purpose} and used_at is null`)
  return link.agent_id
}
