import type { Language } from '@cashbox/contract'
import { timeInLetter } from '../../platform/mail/time-in-letter.ts'
import { say } from '../../platform/texts.ts'
import type { ToldAlert } from './read-told.ts'

/** More would not fit into a message of Telegram. */
const MOST = 20
const SUBJECT_LENGTH = 80

interface SaidAlert {
  /** Critical, Warning or Ended. */
  readonly label: string
  readonly title: string
  readonly time: string
}

interface SaidAlerts {
  readonly title: string
  readonly alerts: readonly SaidAlert[]
  /** How many more there are in the console; null when there are none. */
  readonly rest: string | null
}

/** The words of a message. It names the problem and its subject, and leaves sums and people to the console. */
export function sayAlerts(language: Language, told: readonly ToldAlert[] | 'test'): SaidAlerts {
  if (told === 'test') return { title: say(language, 'alert.test'), alerts: [], rest: null }
  const alerts = told.slice(0, MOST).map((alert) => sayAlert(language, alert))
  const left = told.length - alerts.length
  const [only] = alerts
  return {
    title:
      only && told.length === 1
        ? `${only.label}: ${only.title}`
        : say(language, 'alert.several', { count: told.length }),
    alerts,
    rest: left > 0 ? say(language, 'alert.more', { count: left }) : null,
  }
}

function sayAlert(language: Language, { kind, severity, subject, since, endedAt }: ToldAlert): SaidAlert {
  const title = say(language, `alert.kinds.${kind}`)
  const about = subject.kind === 'network' || subject.kind === 'alert_destination' ? '' : subject.id
  const at = (date: Date) => timeInLetter(date, 'UTC', language)
  return {
    label: say(language, `alert.${endedAt === null ? severity : 'ended'}`),
    title: about === '' ? title : `${title} (${about.slice(0, SUBJECT_LENGTH)})`,
    time:
      endedAt === null
        ? say(language, 'alert.since', { time: at(since) })
        : say(language, 'alert.from_until', { from: at(since), until: at(endedAt) }),
  }
}

/** As plain text, for a chat. */
export const asText = (partner: string, { title, alerts, rest }: SaidAlerts, link: string): string =>
  [
    alerts.length === 1 ? partner : `${partner}: ${title}`,
    ...alerts.map((alert) => `${alert.label}: ${alert.title}\n${alert.time}`),
    ...(rest === null ? [] : [rest]),
    link,
  ].join('\n\n')
