import { type Queryable, sql } from '../platform/database/database.ts'
import { problemOf } from '../platform/http/post-outside.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'

export const webhookPlace = (playerServiceId: string) => `player_service.webhook_secret ${playerServiceId}`

export interface WebhookInput {
  readonly playerServiceId: string
  readonly url: string
  readonly keyring: Keyring
  readonly mayBePrivate: boolean
}

/** Keeps a secret that there is. */
export async function addWebhookSecret(db: Queryable, playerServiceId: string, keyring: Keyring): Promise<void> {
  const sealed = keyring.seal(newSigningSecret(), webhookPlace(playerServiceId))
  await db.execute(sql`
    update player_service set webhook_secret = coalesce(webhook_secret, ${sealed}) where id = ${playerServiceId}`)
}

/** Keeps the secret. */
export async function setWebhookUrl(
  db: Queryable,
  { playerServiceId, url, keyring, mayBePrivate }: WebhookInput,
): Promise<void> {
  if (problemOf(url, mayBePrivate) !== null) throw refusal('webhook_address_invalid')
  await addWebhookSecret(db, playerServiceId, keyring)
  await db.execute(sql`
    update player_service
    set webhook_url = ${url}, webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0,
        webhook_not_before = null
    where id = ${playerServiceId}`)
}

/**
 * Sets address and secret, and returns the new secret. The previous one signs too until the next change.
 * Re-enables a webhook that a 410 answer disabled.
 */
export async function setWebhook(
  db: Queryable,
  { playerServiceId, url, keyring, mayBePrivate }: WebhookInput,
): Promise<string> {
  if (problemOf(url, mayBePrivate) !== null) throw refusal('webhook_address_invalid')
  const next = newSigningSecret()
  await db.execute(sql`
    update player_service
    set webhook_url = ${url}, webhook_old_secret = webhook_secret, webhook_secret = ${keyring.seal(next, webhookPlace(playerServiceId))},
        webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0, webhook_not_before = null
    where id = ${playerServiceId}`)
  return next
}
