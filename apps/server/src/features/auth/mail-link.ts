import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets.ts'

export type LinkPurpose = 'verify-email' | 'demo' | 'reset-password'

/** How long each link works. */
export const linkHours: Readonly<Record<LinkPurpose, number>> = { 'verify-email': 24, demo: 72, 'reset-password': 1 }

const pages: Readonly<Record<LinkPurpose, (token: string) => string>> = {
  'verify-email': (token) => `/auth/login?hash=${token}&type=email`,
  demo: (token) => `/auth/login?hash=${token}&type=demo`,
  'reset-password': (token) => `/auth/new-password?hash=${token}`,
}

/** A link that works once; only its hash is kept. */
export async function createLink(tx: Tx, clock: Clock, purpose: LinkPurpose, agentId: string, publicUrl: string) {
  const token = newToken()
  const now = clock.now()
  await tx.query(sql`
    insert into mail_link (hash, purpose, agent_id, created_at, expires_at)
    values (${hashToken(token)}, ${purpose}, ${agentId}, ${now},
            ${new Date(now.getTime() + linkHours[purpose] * 3_600_000)})`)
  return publicUrl + pages[purpose](token)
}

/** Uses the link up, with every other one of the same purpose, and tells whose it is. */
export async function useLink(tx: Tx, clock: Clock, purpose: LinkPurpose, token: string): Promise<string> {
  const now = clock.now()
  const [link] = await tx.query<{ agent_id: string }>(sql`
    update mail_link set used_at = ${now}
    where hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning agent_id`)
  if (!link) throw refusal('link_invalid')
  await tx.query(sql`
    update mail_link set used_at = ${now}
    where agent_id = ${link.agent_id} and purpose = ${purpose} and used_at is null`)
  return link.agent_id
}
