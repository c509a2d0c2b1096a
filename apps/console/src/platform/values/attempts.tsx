import type { EventDelivery } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import { textAt, textsOf } from '../language/language.ts'
import { formatWhole } from './formats.ts'
import { When } from './values.tsx'

const t = textsOf('transactions.events')

type Attempt = EventDelivery['attempts'][number]

/** Problems whose technical error adds nothing to the translated text. */
const selfExplanatory: ReadonlySet<string> = new Set([
  'timed_out',
  'address_private',
  'address_invalid',
  'secret_unreadable',
])

/** What was sent, letter by letter. */
export const RawText = ({ text }: { text: string }) => (
  <pre dir="ltr" className="rounded-xl bg-sunken p-3 text-start font-mono text-sm whitespace-pre-wrap wrap-anywhere">
    {text}
  </pre>
)

export function Attempts({
  event: { attempts, attempt_count, delivered_at },
}: {
  event: Pick<EventDelivery, 'attempts' | 'attempt_count' | 'delivered_at'>
}) {
  const [latest, ...earlier] = attempts
  const notShown = attempt_count - attempts.length
  // The first attempt is counted before its answer is known.
  const wasSent = delivered_at !== null || attempt_count > 1
  if (!latest) return <p className="text-sm text-ink-soft">{t(wasSent ? 'attempts_forgotten' : 'no_attempts')}</p>
  return (
    <section aria-label={t('attempts')} className="grid min-w-0 gap-2">
      <AttemptCard attempt={latest} />
      {earlier.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-brand-text">{t('earlier', { count: earlier.length })}</summary>
          <div className="mt-2 grid gap-2">
            {earlier.map((attempt) => (
              <AttemptCard key={attempt.number} attempt={attempt} />
            ))}
            {notShown > 0 && <p className="text-sm text-ink-soft">{t('not_shown', { count: notShown })}</p>}
          </div>
        </details>
      )}
    </section>
  )
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, at, duration_ms, status, problem, error, answer } = attempt
  const detail = status === null ? (problem && selfExplanatory.has(problem) ? '' : error) : answer || null
  return (
    <div className="grid min-w-0 gap-1 rounded-xl border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">{t('attempt', { number })}</span>
        <Badge tone={status !== null && status >= 200 && status < 300 ? 'approved' : 'rejected'}>
          {status === null ? t('no_answer') : t('answered', { status: String(status) })}
        </Badge>
        <When seconds={at} />
        <span className="text-ink-soft tabular-nums">{t('took', { milliseconds: formatWhole(duration_ms) })}</span>
      </div>
      {problem && <p className="text-sm">{textAt(`partners.log.problems.${problem}`)}</p>}
      {detail === null && <p className="text-sm text-ink-soft">{t('empty_answer')}</p>}
      {detail && (
        <pre dir="auto" className="font-mono text-sm whitespace-pre-wrap wrap-anywhere text-ink-soft">
          {detail}
        </pre>
      )}
    </div>
  )
}
