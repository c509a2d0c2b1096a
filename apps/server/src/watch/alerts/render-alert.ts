import type { Language } from '@cashbox/contract'
import type { AlertKind } from '@cashbox/contract/operator'
import { formatMailTime } from '../../platform/mail/render-mail.ts'
import { translate } from '../../platform/texts.ts'

export interface SentAlert {
  readonly alertId: string
  readonly kind: AlertKind
  readonly severity: 'critical' | 'warning'
  readonly subject: { readonly kind: string; readonly id: string }
  readonly since: Date
  /** Null while it is open. */
  readonly endedAt: Date | null
}

const SUBJECT_LENGTH = 80

/** Without amounts and names of people: chats and mailboxes are outside the system. */
export function renderAlert(language: Language, { kind, severity, subject, since, endedAt }: SentAlert) {
  const title = translate(language, `alert.kinds.${kind}`)
  const about = subject.kind === 'network' || subject.kind === 'alert_destination' ? '' : subject.id
  const at = (date: Date) => formatMailTime(date, 'UTC', language)
  return {
    /** Critical, Warning or Ended. */
    label: translate(language, `alert.${endedAt === null ? severity : 'ended'}`),
    title: about === '' ? title : `${title} (${about.slice(0, SUBJECT_LENGTH)})`,
    time:
      endedAt === null
        ? translate(language, 'alert.since', { time: at(since) })
        : translate(language, 'alert.from_until', { from: at(since), until: at(endedAt) }),
  }
}
