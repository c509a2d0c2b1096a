import { type Queryable, sql } from '../platform/database/database.ts'
import { problemOf } from '../platform/http/post-outside.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'

export const webhookPlace = (playerServiceId: string) => `player_service.webhook_secret ${playerServiceId}`

interface Wish {
  readonly playerServiceId: string
  readonly url: string
  readonly keyring: Keyring
  readonly mayBePrivate: boolean
}

/** Sets where a partner's webhooks go and keeps the secret. The first address gets one that is shown when it is renewed. */
export async function moveWebhook(db: Queryable, { playerServiceId, url, keyring, mayBePrivate }: Wish): Promise<void> {
  if (problemOf(url, mayBePrivate) !== null) throw refusal('webhook_address_invalid')
  await db.execute(sql`
    update player_service
    set webhook_url = ${url}, webhook_secret = coalesce(webhook_secret, ${keyring.seal(newSigningSecret(), webhookPlace(playerServiceId))}),
        webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0, webhook_not_before = null
    where id = ${playerServiceId}`)
}

/**
 * Sets where a partner's webhooks go, with a new secret, shown this once. The secret before it goes on signing
 * beside the new one until the next change. Switches on again what a 410 switched off.
 */
export async function setWebhook(
  db: Queryable,
  { playerServiceId, url, keyring, mayBePrivate }: Wish,
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
