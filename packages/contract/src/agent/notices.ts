import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { seconds, wholeNumber } from '../fields.ts'
import { AmountInput, amountRefusals, Money } from '../money.ts'

export const noticeKinds = [
  'transaction',
  'topup',
  'status',
  'reversal',
  'adjustment',
  'low_float',
  'new_login',
] as const
export const NoticeKind = z.enum(noticeKinds)
export type NoticeKind = z.infer<typeof NoticeKind>

/** The screen that shows what a notice tells of. */
export const noticePaths: Readonly<Record<NoticeKind, string>> = {
  transaction: '/dashboard',
  topup: '/account-deposit',
  status: '/dashboard',
  reversal: '/history',
  adjustment: '/statement',
  low_float: '/account-deposit',
  new_login: '/profile',
}

export const Notice = z.object({
  id: z.string(),
  kind: NoticeKind,
  /** In the language of the request. */
  title: z.string(),
  text: z.string(),
  /** What an operator or the player service wrote, in any language; null if nothing. */
  note: z.nullable(z.string()),
  created_at: seconds,
  is_read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** An inbox shows no higher number than this. */
export const MOST_UNREAD = 100

const unread = z.int().check(z.minimum(0), z.maximum(MOST_UNREAD))

export const listNotices = endpoint('GET /user/notices', 'agent', {
  summary: "The agent's notices, newest first. `before` is the ID of the last item on the previous page.",
  input: z.strictObject({ limit: z._default(wholeNumber(1, 100), 20), before: z.optional(z.uuid()) }),
  output: z.object({ list: z.array(Notice), has_more: z.boolean(), unread }),
})

export const readNotices = endpoint('POST /user/notices/read', 'agent', {
  summary: 'Mark one notice as read, or all up to the newest one that was seen.',
  input: z.strictObject({ notice_id: z.optional(z.uuid()), up_to: z.optional(z.uuid()) }),
  output: z.object({ unread }),
})

/** Those worth a letter. A new status always has one, and a waiting player is gone before it arrives. */
export const emailKinds = ['topup', 'reversal', 'adjustment', 'low_float', 'new_login'] as const satisfies NoticeKind[]

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const settingFields = {
  push: z.array(NoticeKind).check(z.maxLength(noticeKinds.length)),
  email: z.array(z.enum(emailKinds)).check(z.maxLength(emailKinds.length)),
  quiet_from: z.nullable(timeOfDay),
  quiet_until: z.nullable(timeOfDay),
}

export const NoticeSettings = z.object({ ...settingFields, low_float: z.nullable(Money) })
export type NoticeSettings = z.infer<typeof NoticeSettings>

const WithSettings = z.object({
  settings: NoticeSettings,
  /** For the browser's `applicationServerKey`. */
  push_key: z.string(),
  /** True if this session has a device for push messages. */
  is_push_on: z.boolean(),
})

export const getNoticeSettings = endpoint('GET /user/notices/settings', 'agent', {
  summary: 'How the agent wants to be told, and the key for push messages.',
  output: WithSettings,
})

export const setNoticeSettings = endpoint('POST /user/notices/settings', 'agent', {
  summary: 'Set which notices come by push message and by e-mail, quiet hours, and when the balance is low.',
  input: z.strictObject({ ...settingFields, low_float: z.nullable(AmountInput) }),
  output: WithSettings,
  refusals: [...amountRefusals],
})

const base64url = (maximum: number) => z.string().check(z.maxLength(maximum), z.regex(/^[A-Za-z0-9_-]+$/))

export const addPushDevice = endpoint('POST /user/push-device', 'agent', {
  summary: 'Send push messages to this browser until the session ends. Takes the subscription of the Push API.',
  input: z.strictObject({
    endpoint: z.string().check(z.maxLength(1000)),
    p256dh: base64url(100),
    auth: base64url(40),
  }),
  refusals: ['demo_account'],
})

export const removePushDevice = endpoint('POST /user/push-device/remove', 'agent', {
  summary: 'Send no more push messages to the browser of this session.',
})
