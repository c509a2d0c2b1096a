import { defaultLanguage, languages } from '@cashbox/contract'
import type { KnownOperator } from '@cashbox/contract/operator'
import { col, only, type Queryable, query, sql, type Tx } from '@cashbox/postgres/database'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import type { Clock } from '../platform/clock.ts'
import { enqueueMail, type Mail } from '../platform/mail/mail.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken, newToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'

const LINK_HOURS = 24

/** A link to choose a password; earlier links stop working. Browsers don't send what follows the `#`, so no log has it. */
export async function createOperatorLink(
  tx: Tx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  operatorId: string,
) {
  const token = newToken()
  const now = clock.now()
  await tx.execute(sql`update operator_link set used_at = ${now} where operator_id = ${operatorId} and used_at is null`)
  await tx.execute(sql`
    insert into operator_link (hash, operator_id, created_at, expires_at)
    values (${hashToken(token)}, ${operatorId}, ${now}, ${new Date(now.getTime() + LINK_HOURS * 3_600_000)})`)
  return `${config.consoleUrl}/console/activate#${token}`
}

export async function mailOperatorLink(
  tx: Tx,
  services: Pick<Services, 'clock' | 'keyring' | 'config'>,
  { id, email, name }: Pick<KnownOperator, 'id' | 'email' | 'name'>,
) {
  const link = await createOperatorLink(tx, services, id)
  const rows = await query(tx, { language: col.nullable(col.oneOf(...languages)) })`
    select language from operator where id = ${id}`
  await enqueueMail(tx, services, {
    to: email,
    language: only(rows).language ?? defaultLanguage,
    template: 'operator_access',
    name,
    link,
    linkHours: LINK_HOURS,
  })
}

const isValid = (now: Date, token: string) => sql`
  hash = ${hashToken(token)} and used_at is null and expires_at > ${now}
  and exists (select 1 from operator where id = operator_id and disabled_at is null)`

/** Refuses a link that does not work, without using it up. */
export async function checkOperatorLink(db: Queryable, clock: Clock, token: string) {
  const found = await db.execute(sql`select 1 from operator_link where ${isValid(clock.now(), token)}`)
  if (found === 0) throw refusal('link_invalid')
}

/** Uses up the link and returns the ID of its operator. */
export async function useOperatorLink(tx: Tx, clock: Clock, token: string): Promise<string> {
  const now = clock.now()
  const [link] = await query(tx, { operator_id: col.uuid })`
    update operator_link set used_at = ${now} where ${isValid(now, token)} returning operator_id`
  if (!link) throw refusal('link_invalid')
  return link.operator_id
}

/** Sent after a change of the log-in, so that operators notice a change by another person. */
export const mailOperator = (
  services: Services,
  tx: Tx,
  { email, name, language }: Pick<SignedInOperator, 'email' | 'name' | 'language'>,
  template: Mail['template'],
) =>
  enqueueMail(tx, services, {
    to: email,
    language: language ?? defaultLanguage,
    template,
    name,
    link: `${services.config.consoleUrl}/console/account`,
  })
