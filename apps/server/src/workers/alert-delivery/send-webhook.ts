import { destinationPlace } from '../../domain/alerts/destination-place.ts'
import { toSeconds } from '../../platform/clock.ts'
import { postOutside } from '../../platform/http/post-outside.ts'
import { sign } from '../../platform/standard-webhooks.ts'
import type { ToldAlert } from './read-told.ts'
import { sayAlerts } from './say-alerts.ts'
import { arrived, failed, noAnswer, refused, type Sent, waitOf } from './sent.ts'
import type { AlertDeliveryServices } from './services.ts'
import type { DueMessage } from './take-due.ts'

const TIMEOUT_MS = 20_000

/** After Standard Webhooks. The ID is the same for every attempt at one message, so a receiver can tell a repetition. */
export async function sendWebhook(
  { clock, keyring, mayBePrivate }: AlertDeliveryServices,
  message: DueMessage,
  told: readonly ToldAlert[] | 'test',
  link: string,
): Promise<Sent> {
  const body = JSON.stringify({
    type: told === 'test' ? 'alerts.test' : 'alerts.changed',
    timestamp: message.created_at.toISOString(),
    data: { alerts: told === 'test' ? [] : told.map((alert) => describe(message, alert)), link },
  })
  const signed = { id: message.id, timestamp: toSeconds(clock.now()), body }
  const secret = keyring.open(message.secret ?? '', destinationPlace(message.destination_id))
  const outcome = await postOutside({
    url: message.target,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cashbox-Alerts/1',
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': sign(secret, signed),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    mayBePrivate,
  })
  if (outcome.status === null) return noAnswer(outcome)
  if (outcome.status >= 200 && outcome.status < 300) return arrived
  const error = `answered ${outcome.status}`
  return outcome.status === 410 ? refused(error) : failed(error, waitOf(outcome.retryAfterS))
}

const describe = ({ language }: DueMessage, alert: ToldAlert) => ({
  id: alert.alertId,
  kind: alert.kind,
  severity: alert.severity,
  state: alert.endedAt === null ? 'open' : 'ended',
  title: sayAlerts(language, [alert]).alerts[0]?.title,
  subject: alert.subject,
  since: alert.since.toISOString(),
  ended_at: alert.endedAt?.toISOString() ?? null,
})
