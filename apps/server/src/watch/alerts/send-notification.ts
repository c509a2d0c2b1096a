import { languages } from '@cashbox/contract'
import { destinationKinds } from '@cashbox/contract/operator'
import { codeOf, col, type RowOf } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { toSeconds } from '../../platform/clock.ts'
import { type Outcome, postOutside } from '../../platform/http/post-outside.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { sign } from '../../platform/secrets/standard-webhooks.ts'
import type { JobServices } from '../../platform/services.ts'
import { readSettings } from '../../platform/settings.ts'
import { translate } from '../../platform/texts.ts'
import { destinationBinding } from './destination.ts'
import { renderAlert, type SentAlert } from './render-alert.ts'

export type AlertServices = JobServices & {
  /** Sends one e-mail now. A repetition has the same ID. */
  readonly sendMail: (mail: Mail, messageId: string) => Promise<void>
}

export const dueColumns = {
  id: col.uuid,
  destination_id: col.uuid,
  /** Null for a test message. */
  episode_id: col.nullable(col.uuid),
  is_resolved: col.bool,
  created_at: col.timestamptz,
  attempts: col.int4,
  kind: col.oneOf(...destinationKinds),
  target: col.text,
  secret: col.nullable(col.text),
  language: col.oneOf(...languages),
}
export type DueNotification = RowOf<typeof dueColumns>

/** A message that failed is tried again later; one that was refused is not. */
export type SendResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'failed'; readonly error: string; readonly waitS: number }
  | { readonly outcome: 'refused'; readonly error: string }

const TIMEOUT_MS = 20_000
/** Also when the receiver asks for a longer wait. */
const LONGEST_WAIT_S = 60 * 60

const sent: SendResult = { outcome: 'sent' }
const refused = (error: string): SendResult => ({ outcome: 'refused', error })
const failed = (error: string, waitS: number | null = null): SendResult => ({
  outcome: 'failed',
  error,
  waitS: Math.min(Math.max(0, waitS ?? 0), LONGEST_WAIT_S),
})

/** Sends an alert, or a test message when there is none. */
export async function sendNotification(
  services: AlertServices,
  notification: DueNotification,
  alert: SentAlert | null,
): Promise<SendResult> {
  const link = `${services.config.consoleUrl}/console/today`
  if (notification.kind === 'webhook') return sendWebhook(services, notification, alert, link)
  const words = alert && renderAlert(notification.language, alert)
  const title = words ? `${words.label}: ${words.title}` : translate(notification.language, 'alert.test')
  if (notification.kind === 'email') {
    const details = words ? [{ label: words.label, values: [words.title, words.time] }] : []
    return sendEmail(services, notification, { values: { title }, details, link })
  }
  const { partner_name } = await readSettings(services.db)
  const text = words
    ? [partner_name, `${title}\n${words.time}`, link].join('\n\n')
    : `${partner_name}: ${title}\n\n${link}`
  return sendTelegram(services, notification, text)
}

async function sendEmail(
  { sendMail }: AlertServices,
  { id, target, language }: DueNotification,
  content: Pick<Mail, 'values' | 'details' | 'link'>,
): Promise<SendResult> {
  try {
    await sendMail({ to: target, language, template: 'alert', name: null, linkHours: null, ...content }, id)
    return sent
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return isUnknownMailbox(error) ? refused(message) : failed(message)
  }
}

/** 550 to 553: the mail server refuses this address for good. */
const isUnknownMailbox = (error: unknown) =>
  codeOf(error) === 'EENVELOPE' &&
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 550 &&
  error.responseCode <= 553

/** Standard Webhooks. The ID is the same for every attempt, so that the receiver can recognise a repetition. */
async function sendWebhook(
  { clock, keyring, config }: JobServices,
  notification: DueNotification,
  alert: SentAlert | null,
  link: string,
): Promise<SendResult> {
  const body = JSON.stringify({
    type: alert === null ? 'alert.test' : alert.endedAt === null ? 'alert.opened' : 'alert.resolved',
    timestamp: notification.created_at.toISOString(),
    data: {
      alert: alert && {
        id: alert.alertId,
        kind: alert.kind,
        severity: alert.severity,
        title: renderAlert(notification.language, alert).title,
        subject: alert.subject,
        since: alert.since.toISOString(),
        ended_at: alert.endedAt?.toISOString() ?? null,
      },
      link,
    },
  })
  const signed = { id: notification.id, timestamp: toSeconds(clock.now()), body }
  const secret = keyring.open(notification.secret ?? '', destinationBinding(notification.destination_id))
  const outcome = await postOutside({
    url: notification.target,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cashbox-Alerts/1',
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': sign(secret, signed),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    mayBePrivate: config.mayBePrivate,
  })
  if (outcome.status === null) return noAnswer(outcome)
  if (outcome.status >= 200 && outcome.status < 300) return sent
  const error = `answered ${outcome.status}`
  return outcome.status === 410 ? refused(error) : failed(error, outcome.retryAfterS)
}

const TELEGRAM = 'https://api.telegram.org'
/** Where the sandbox plays Telegram. */
const SANDBOX_TELEGRAM = '/sandbox/alerts/telegram'
/** The answer repeats the whole message. */
const TELEGRAM_ANSWER_LENGTH = 32_000
const TELEGRAM_TEXT_LENGTH = 4096
/** 400 is a chat that does not exist, 401 and 404 a wrong token, 403 a bot that was blocked or removed from the chat. */
const TELEGRAM_REFUSALS = new Set([400, 401, 403, 404])

const TelegramAnswer = z.object({
  ok: z.boolean(),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.int()) })),
})

/** Plain text, so that nothing in it is read as markup. */
async function sendTelegram(
  { keyring, config, address }: JobServices,
  notification: DueNotification,
  text: string,
): Promise<SendResult> {
  const token = keyring.open(notification.secret ?? '', destinationBinding(notification.destination_id))
  const telegram = config.mode === 'sandbox' ? `${address()}${SANDBOX_TELEGRAM}` : TELEGRAM
  const outcome = await postOutside({
    url: `${telegram}/bot${token}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: notification.target,
      text: text.slice(0, TELEGRAM_TEXT_LENGTH),
      link_preview_options: { is_disabled: true },
    }),
    timeoutMs: TIMEOUT_MS,
    answerLength: TELEGRAM_ANSWER_LENGTH,
    mayBePrivate: config.mayBePrivate,
  })
  if (outcome.status === null) return noAnswer(outcome)
  // Only a clear yes counts as sent, and only a clear no of the Bot API as a refusal: a proxy may answer in its place.
  const answer = parseJson(TelegramAnswer, outcome.answer)
  if (outcome.status === 200 && answer?.ok === true) return sent
  if (answer?.ok !== false) return failed('answer_unknown')
  const error = [`answered ${outcome.status}`, answer.description].filter(Boolean).join(': ')
  if (TELEGRAM_REFUSALS.has(outcome.status)) return refused(error)
  return failed(error, answer.parameters?.retry_after ?? outcome.retryAfterS)
}

/** The console translates each named problem. */
const noAnswer = ({ problem, error }: Extract<Outcome, { status: null }>): SendResult =>
  failed(problem === 'not_sent' ? error : problem)
