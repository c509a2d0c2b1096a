import {
  emailKinds,
  type InputOf,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
  type setNoticeSettings,
} from '@cashbox/contract'

type EmailKind = (typeof emailKinds)[number]

/** As a form holds them: a box for each kind and way, and texts. */
export type SettingValues = Record<`push_${NoticeKind}` | `email_${EmailKind}` | 'isQuiet', boolean> &
  Record<'quiet_from' | 'quiet_until' | 'low_float', string>

const NIGHT = { from: '22:00', until: '07:00' }

export function valuesOf({ push, email, quiet_from, quiet_until, low_float }: NoticeSettings): SettingValues {
  const boxes = [
    ...noticeKinds.map((kind) => [`push_${kind}`, push.includes(kind)]),
    ...emailKinds.map((kind) => [`email_${kind}`, email.includes(kind)]),
  ]
  return {
    ...(Object.fromEntries(boxes) as Record<`push_${NoticeKind}` | `email_${EmailKind}`, boolean>),
    isQuiet: quiet_from !== null,
    quiet_from: quiet_from ?? NIGHT.from,
    quiet_until: quiet_until ?? NIGHT.until,
    low_float: low_float ?? '',
  }
}

export const settingsOf = (values: SettingValues): InputOf<typeof setNoticeSettings> => ({
  push: noticeKinds.filter((kind) => values[`push_${kind}`]),
  email: emailKinds.filter((kind) => values[`email_${kind}`]),
  quiet_from: values.isQuiet ? values.quiet_from : null,
  quiet_until: values.isQuiet ? values.quiet_until : null,
  low_float: values.low_float === '' ? null : values.low_float,
})
