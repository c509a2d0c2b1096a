import { defaultLanguage, languages } from '@cashbox/contract'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import type { Captcha } from '../platform/captcha/captcha.ts'
import type { Clock } from '../platform/clock.ts'
import {
  type Database,
  nullable,
  oneOf,
  only,
  type Queryable,
  sql,
  type Tx,
  uuid,
} from '../platform/database/database.ts'
import { enqueueMail, type Mail } from '../platform/mail/mail.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken, type Keyring, newToken } from '../platform/secrets/keyring.ts'

interface LinkServices {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly publicUrl: string
}

interface Addressee {
  readonly id: string
  readonly email: string
  readonly name: string
}

/** For those who write to operators. */
export type LetterServices = Pick<OperatorServices, 'db' | 'clock' | 'keyring' | 'publicUrl'>

export interface OperatorServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  readonly captcha: Captcha
  /** Hears of what went wrong after the answer. */
  readonly onError: (error: unknown) => void
  readonly keyring: Keyring
  readonly publicUrl: string
  /** True: a second factor is required to log in. */
  readonly needsSecondFactor: boolean
}

const HOURS = 24

/**
 * Makes a link with which the operator chooses a password, in place of any earlier one. It stands behind the `#`, which
 * browsers don't send, so it is in no log.
 */
export async function makeOperatorLink(tx: Tx, { clock, publicUrl }: LinkServices, operatorId: string) {
  const token = newToken()
  const now = clock.now()
  await tx.execute(sql`update operator_link set used_at = ${now} where operator_id = ${operatorId} and used_at is null`)
  await tx.execute(sql`
    insert into operator_link (hash, operator_id, created_at, expires_at)
    values (${hashToken(token)}, ${operatorId}, ${now}, ${new Date(now.getTime() + HOURS * 3_600_000)})`)
  return `${publicUrl}/console/activate#${token}`
}

/** Sends the link to the operator. Those who asked for it never see it. */
export async function postOperatorLink(tx: Tx, services: LinkServices, { id, email, name }: Addressee) {
  const link = await makeOperatorLink(tx, services, id)
  const rows = await tx.query(sql`select language from operator where id = ${id}`, {
    language: nullable(oneOf(...languages)),
  })
  await enqueueMail(tx, services, {
    to: email,
    language: only(rows).language ?? defaultLanguage,
    template: 'operator_access',
    name,
    link,
    linkHours: HOURS,
    details: [],
  })
}

const works = (now: Date, token: string) => sql`
  hash = ${hashToken(token)} and used_at is null and expires_at > ${now}
  and exists (select 1 from operator where id = operator_id and disabled_at is null)`

/** Refuses a link that does not work, without using it up. */
export async function checkOperatorLink(db: Queryable, clock: Clock, token: string) {
  const found = await db.execute(sql`select 1 from operator_link where ${works(clock.now(), token)}`)
  if (found === 0) throw refusal('link_invalid')
}

/** Uses the link up and tells whose it is. */
export async function useOperatorLink(tx: Tx, clock: Clock, token: string): Promise<string> {
  const now = clock.now()
  const [link] = await tx.query(
    sql`update operator_link set used_at = ${now} where ${works(now, token)} returning operator_id`,
    { operator_id: uuid },
  )
  if (!link) throw refusal('link_invalid')
  return link.operator_id
}

/** Writes to operators when the way they log in has changed, so that they notice a change by another person. */
export const tellOperator = (
  services: LetterServices,
  tx: Tx,
  { email, name, language }: Pick<SignedInOperator, 'email' | 'name' | 'language'>,
  template: Mail['template'],
) =>
  enqueueMail(tx, services, {
    to: email,
    language: language ?? defaultLanguage,
    template,
    name,
    link: `${services.publicUrl}/console/account`,
    linkHours: null,
    details: [],
  })
