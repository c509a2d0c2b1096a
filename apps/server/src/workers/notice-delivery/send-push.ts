import { directionOf, noticePaths } from '@cashbox/contract'
import webPush from 'web-push'
import { readPushKey } from '../../domain/notices/push-key.ts'
import { sayNotice } from '../../domain/notices/say-notice.ts'
import { text } from '../../platform/db/columns.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Outcome, postOutside } from '../../platform/http/post-outside.ts'
import { say } from '../../platform/texts.ts'
import { lastUse, readNotice, type SentNotice } from './read-notice.ts'
import type { DeliveryServices } from './services.ts'

const TIMEOUT_MS = 20_000
/** However long a busy push service asks for, the message is tried again after this. */
const LONGEST_WAIT_S = 3600

const deviceColumns = { endpoint: text, p256dh: text, auth: text }

/** Sends one message to one device, while its session lives. A device that is gone is forgotten. */
export async function sendPush(
  services: DeliveryServices,
  noticeId: string,
  deviceId: string,
): Promise<Date | undefined> {
  const { db, clock } = services
  const now = clock.now()
  const notice = await readNotice(db, noticeId, now)
  const [device] = await db.query(
    sql`
      select endpoint, p256dh, push_device.auth from push_device join session on session.id = push_device.session_id
      where push_device.id = ${deviceId} and session.ended_at is null and session.expires_at > ${now}
        and session.last_seen_at + make_interval(secs => session.idle_seconds) > ${now}`,
    deviceColumns,
  )
  if (!notice?.isByPush || !device) return undefined
  const request = await requestFor(services, noticeId, notice, device)
  const outcome = await postOutside({ ...request, timeoutMs: TIMEOUT_MS, mayBePrivate: services.mayBePrivate })
  if (outcome.status === 404 || outcome.status === 410) {
    await db.execute(sql`delete from push_device where id = ${deviceId} and endpoint = ${device.endpoint}`)
    return undefined
  }
  return whenAgain(outcome, now)
}

/** Nothing when it was taken, a moment when the push service named one, and a failure otherwise: jobs try again. */
function whenAgain(outcome: Outcome, now: Date): Date | undefined {
  if (outcome.status === null) throw new Error(`the push service did not answer: ${outcome.error}`)
  if (outcome.status >= 200 && outcome.status < 300) return undefined
  if (outcome.retryAfterS === null) throw new Error(`the push service answered ${outcome.status}`)
  return new Date(now.getTime() + Math.min(outcome.retryAfterS, LONGEST_WAIT_S) * 1000)
}

type Device = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

async function requestFor(services: DeliveryServices, noticeId: string, notice: SentNotice, device: Device) {
  const { db, clock, keyring, pushContact } = services
  const { content, created_at, language } = notice
  const message = {
    tag: noticeId,
    title: sayNotice(language, content).title,
    // Anyone near the phone reads this, so it holds no amounts and no names.
    body: say(language, 'notice.push'),
    path: noticePaths[content.kind],
    lang: language,
    dir: directionOf(language),
  }
  const leftMs = lastUse(content, created_at).getTime() - clock.now().getTime()
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: pushContact, ...(await readPushKey(db, keyring)) },
      TTL: Math.max(1, Math.floor(leftMs / 1000)),
      urgency: content.kind === 'topup' || content.kind === 'adjustment' ? 'normal' : 'high',
    },
  )
  const asText = Object.entries(headers as Record<string, unknown>).map(([name, value]) => [name, String(value)])
  return { url: endpoint, headers: Object.fromEntries(asText) as Record<string, string>, body: body ?? '' }
}
