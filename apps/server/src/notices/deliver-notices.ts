import { directionOf, languages, noticeKinds, noticePaths } from '@cashbox/contract'
import { col, type Queryable, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import webPush from 'web-push'
import * as z from 'zod/mini'
import type { Config } from '../platform/config.ts'
import { type Outcome, postOutside } from '../platform/http/post-outside.ts'
import { enqueue, type JobHandler } from '../platform/jobs/jobs.ts'
import { enqueueMail } from '../platform/mail/mail.ts'
import type { JobServices } from '../platform/services.ts'
import { translate } from '../platform/texts.ts'
import { NoticeContent, SEND_NOTICE } from './notice.ts'
import { endOfQuiet, type QuietHours } from './notice-settings.ts'
import { pushServiceOf, readPushKey } from './push-devices.ts'
import { renderNotice } from './render-notice.ts'

const SEND_PUSH = 'send-push'

const NoticeJob = z.object({ notice_id: z.string() })
const PushJob = z.object({ notice_id: z.string(), device_id: z.string() })

export const noticeHandlers = (services: JobServices): Record<string, JobHandler> => ({
  [SEND_NOTICE]: (payload) => sendNotice(services, NoticeJob.parse(payload).notice_id),
  [SEND_PUSH]: (payload) => {
    const { notice_id, device_id } = PushJob.parse(payload)
    return sendPush(services, notice_id, device_id)
  },
})

/** A new log-in or a reversal ignores quiet hours. */
const isUrgent = ({ kind }: DueNotice['content']) => kind === 'new_login' || kind === 'reversal'

/** Enqueues a push message for each device and the mail; returns the end of quiet hours to wait until then. */
async function sendNotice(services: JobServices, noticeId: string): Promise<Date | undefined> {
  const { db, clock } = services
  const now = clock.now()
  const notice = await readNotice(db, noticeId, now)
  if (!notice) return undefined
  const wakeAt = isUrgent(notice.content) ? null : endOfQuiet(notice.quiet, notice.timezone, now)
  if (wakeAt) return wakeAt
  await db.transaction(async (tx) => {
    if (notice.isByPush) await enqueuePushes(tx, services, noticeId, notice.agent_id)
    if (notice.isByMail) await enqueueNoticeMail(tx, services, notice)
  })
  return undefined
}

async function enqueuePushes(tx: Tx, { clock, config }: JobServices, noticeId: string, agentId: string) {
  const devices = await query(tx, { id: col.uuid, endpoint: col.text })`
    select id, endpoint from push_device where agent_id = ${agentId}`
  for (const { id, endpoint } of devices) {
    const payload = { notice_id: noticeId, device_id: id }
    await enqueue(tx, clock, SEND_PUSH, payload, `push ${pushServiceOf(endpoint, config.mayBePrivate)}`)
  }
}

function enqueueNoticeMail(tx: Tx, services: JobServices, { content, language, email, first_name }: DueNotice) {
  const { title, text, note } = renderNotice(language, content)
  return enqueueMail(tx, services, {
    to: email,
    language,
    template: 'notice',
    values: { title, text },
    name: first_name,
    link: `${services.config.publicUrl}${noticePaths[content.kind]}`,
    ...(note === null ? {} : { note }),
  })
}

const columns = {
  kind: col.oneOf(...noticeKinds),
  data: col.json(z.unknown()),
  created_at: col.timestamptz,
  is_read: col.bool,
  agent_id: col.uuid,
  email: col.text,
  first_name: col.text,
  language: col.oneOf(...languages),
  timezone: col.text,
  push_kinds: col.nullable(col.textArray),
  email_kinds: col.nullable(col.textArray),
  quiet_from: col.nullable(col.int2),
  quiet_until: col.nullable(col.int2),
}

type DueNotice = NonNullable<Awaited<ReturnType<typeof readNotice>>>

/** A notice with its agent and their settings; null when it is read or too old to send. */
async function readNotice(db: Queryable, noticeId: string, now: Date) {
  const [row] = await query(db, columns)`
    select notice.kind, notice.data, notice.created_at, notice.read_at is not null as is_read, notice.agent_id,
           person.email, agent.first_name, person.language, agent.timezone, setting.push_kinds, setting.email_kinds,
           setting.quiet_from, setting.quiet_until
    from notice join agent on agent.id = notice.agent_id join person on person.id = agent.owner_id
    left join notice_setting as setting on setting.agent_id = agent.id
    where notice.id = ${noticeId}`
  if (!row || row.is_read) return null
  const { kind, data, push_kinds, email_kinds, quiet_from, quiet_until, ...rest } = row
  const content = NoticeContent.parse({ kind, data })
  if (usefulUntil(content, row.created_at) <= now) return null
  const quiet: QuietHours | null =
    quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until }
  return {
    ...rest,
    content,
    quiet,
    isByPush: push_kinds?.includes(kind) ?? true,
    isByMail: email_kinds?.includes(kind) ?? false,
  }
}

const USEFUL_MS = 24 * 60 * 60 * 1000

const usefulUntil = ({ kind, data }: NoticeContent, createdAt: Date): Date =>
  new Date(kind === 'transaction' ? data.expires_at * 1000 : createdAt.getTime() + USEFUL_MS)

const TIMEOUT_MS = 5_000
/** However long a busy push service asks for, the message is tried again after this. */
const LONGEST_WAIT_S = 3600

const deviceColumns = { endpoint: col.text, p256dh: col.text, auth: col.text }

/** Sends one message to one device while its session is active. Deletes a device that is gone. */
async function sendPush(services: JobServices, noticeId: string, deviceId: string): Promise<Date | undefined> {
  const { db, clock } = services
  const now = clock.now()
  const notice = await readNotice(db, noticeId, now)
  const [device] = await query(db, deviceColumns)`
    select endpoint, p256dh, push_device.auth from push_device join session on session.id = push_device.session_id
    where push_device.id = ${deviceId} and session.ended_at is null and session.expires_at > ${now}
      and session.last_seen_at + make_interval(secs => session.idle_seconds) > ${now}`
  if (!notice?.isByPush || !device) return undefined
  const request = await requestFor(services, noticeId, notice, device)
  const outcome = await postOutside({ ...request, timeoutMs: TIMEOUT_MS, mayBePrivate: services.config.mayBePrivate })
  if (outcome.status === 404 || outcome.status === 410) {
    await db.execute(sql`delete from push_device where id = ${deviceId} and endpoint = ${device.endpoint}`)
    return undefined
  }
  return retryAt(outcome, now)
}

/** Undefined on success, the time of a Retry-After, and otherwise an error, so that the job is retried. */
function retryAt(outcome: Outcome, now: Date): Date | undefined {
  if (outcome.status === null) throw new Error(`the push service did not answer: ${outcome.error}`)
  if (outcome.status >= 200 && outcome.status < 300) return undefined
  if (outcome.retryAfterS === null) throw new Error(`the push service answered ${outcome.status}`)
  return new Date(now.getTime() + Math.min(outcome.retryAfterS, LONGEST_WAIT_S) * 1000)
}

const MAILBOX = /<?([^\s<>]+@[^\s<>]+)>?\s*$/

/** How a push service can reach us: an https: or mailto: address. */
const pushContact = ({ publicUrl, mail }: Config) =>
  publicUrl.startsWith('https://') ? publicUrl : `mailto:${MAILBOX.exec(mail.from)?.[1] ?? ''}`

type Device = RowOf<typeof deviceColumns>

async function requestFor(services: JobServices, noticeId: string, notice: DueNotice, device: Device) {
  const { db, clock, keyring, config } = services
  const { content, created_at, language } = notice
  const message = {
    tag: noticeId,
    title: renderNotice(language, content).title,
    // Anyone near the phone reads this, so it holds no amounts and no names.
    body: translate(language, 'notice.push'),
    path: noticePaths[content.kind],
    lang: language,
    dir: directionOf(language),
  }
  const leftMs = usefulUntil(content, created_at).getTime() - clock.now().getTime()
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: pushContact(config), ...(await readPushKey(db, keyring)) },
      TTL: Math.max(1, Math.floor(leftMs / 1000)),
      urgency: content.kind === 'topup' || content.kind === 'adjustment' ? 'normal' : 'high',
    },
  )
  const asText = Object.entries(headers as Record<string, unknown>).map(([name, value]) => [name, String(value)])
  return { url: endpoint, headers: Object.fromEntries(asText) as Record<string, string>, body: body ?? '' }
}
