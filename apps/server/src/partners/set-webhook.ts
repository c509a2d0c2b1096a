import { type Queryable, sql } from '@cashbox/postgres/database'
import { problemOf } from '../platform/http/post-outside.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'

export const webhookBinding = (partnerId: string) => `partner.webhook_secret ${partnerId}`

export interface WebhookInput {
  readonly partnerId: string
  readonly url: string
  readonly keyring: Keyring
  readonly mayBePrivate: boolean
}

/** Keeps a secret that there is. */
export async function addWebhookSecret(db: Queryable, partnerId: string, keyring: Keyring): Promise<void> {
  const sealed = keyring.seal(newSigningSecret(), webhookBinding(partnerId))
  await db.execute(sql`
    update partner set webhook_secret = coalesce(webhook_secret, ${sealed}) where id = ${partnerId}`)
}

/** Keeps the secret. */
export async function setWebhookUrl(db: Queryable, { partnerId, url, keyring, mayBePrivate }: WebhookInput) {
  if (problemOf(url, mayBePrivate) !== null) throw refusal('webhook_address_invalid')
  await addWebhookSecret(db, partnerId, keyring)
  await db.execute(sql`
    update partner
    set webhook_url = ${url}, webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0,
        webhook_not_before = null
    where id = ${partnerId}`)
}

const OLD_DAYS = 7

/** Once the partner has the new secret, it has a week to change to it. A link that shows the secret is used up then. */
export async function endOldWebhookSecret(db: Queryable, partnerId: string, at: Date): Promise<void> {
  await db.execute(sql`
    update partner set webhook_old_until = ${at}::timestamptz + make_interval(days => ${OLD_DAYS}::integer)
    where id = ${partnerId} and webhook_old_secret is not null`)
  await db.execute(sql`
    update partner_secret_link set opened_at = ${at}
    where partner_id = ${partnerId} and key_id is null and opened_at is null`)
}

/** An old secret whose time is over signs nothing any more, so it need not be kept. */
export const forgetOldWebhookSecrets = (db: Queryable) =>
  db.execute(sql`
    update partner set webhook_old_secret = null, webhook_old_until = null where webhook_old_until <= now()`)

/**
 * Sets address and secret, and returns the new secret. The one that the partner has signs too, so a secret that nobody has
 * opened does not take its place. Re-enables a webhook that a 410 answer disabled.
 */
export async function setWebhook(db: Queryable, { partnerId, url, keyring, mayBePrivate }: WebhookInput) {
  if (problemOf(url, mayBePrivate) !== null) throw refusal('webhook_address_invalid')
  const next = newSigningSecret()
  await db.execute(sql`
    update partner
    set webhook_url = ${url}, webhook_secret = ${keyring.seal(next, webhookBinding(partnerId))},
        webhook_old_secret = case when webhook_old_secret is not null and exists (
          select 1 from partner_secret_link as link
          where link.partner_id = partner.id and link.key_id is null and link.opened_at is null)
          then webhook_old_secret else webhook_secret end,
        webhook_old_until = null,
        webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0, webhook_not_before = null
    where id = ${partnerId}`)
  return next
}
