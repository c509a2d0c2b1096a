import { type Today } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { ArrowRight, CircleCheck, OctagonAlert } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'wouter'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { formatAge } from '../../platform/values/formats.ts'
import { LabelledTime, TextLink, When } from '../../platform/values/values.tsx'
import { passName, ruleName } from './alert-list.tsx'

const t = textsOf('watch.verification')

type Verification = NonNullable<Today['verification']>

const JUST_NOW_S = 10

type Webhook = Today['webhooks'][number]

export function JobsSection({ today: { jobs } }: { today: Today }) {
  const { failed, first_failed_at, due_since } = jobs
  return (
    <WatchSection id="jobs" title={textAt('watch.jobs.title')}>
      <Card className="grid gap-1">
        {failed > 0 && (
          <p>
            <span className="font-semibold text-danger">{textAt('watch.jobs.failed', { count: failed })}</span>{' '}
            <When seconds={first_failed_at} />
          </p>
        )}
        {due_since !== null && (
          <p>
            {textAt('watch.jobs.due')} <When seconds={due_since} />
          </p>
        )}
        {failed === 0 && due_since === null && <p className="text-ink-soft">{textAt('watch.jobs.fine')}</p>}
      </Card>
    </WatchSection>
  )
}

export const TronSection = ({ today: { tron } }: { today: Today }) => (
  <WatchSection
    id="tron"
    title={textAt('watch.tron.title')}
    none={textAt('watch.tron.none')}
    lines={tron.map(({ pass, lag_s, succeeded_at }) => (
      <Line key={pass} label={passName(pass)} hint={<When seconds={succeeded_at} />}>
        <span className="tabular-nums">
          {lag_s < JUST_NOW_S ? textAt('watch.tron.now') : textAt('watch.tron.lag', { age: formatAge(lag_s) })}
        </span>
      </Line>
    ))}
  />
)

export const VerificationSection = ({ today: { verification } }: { today: Today }) => (
  <WatchSection id="verification" title={t('title')} none={verification === null && t('never')}>
    {verification && <Findings verification={verification} />}
  </WatchSection>
)

function Findings({ verification }: { verification: Verification }) {
  const { finished_at, last_finished_at, started_at, has_failed_checks, failed_checks } = verification
  const Icon = has_failed_checks ? OctagonAlert : CircleCheck
  return (
    <Card className="grid gap-3">
      {last_finished_at !== null && (
        <p className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden className={has_failed_checks ? 'size-5 text-danger' : 'size-5 text-approved'} />
          {has_failed_checks ? t('broken', { count: failed_checks.length }) : t('fine')}
        </p>
      )}
      {has_failed_checks && (
        <ul className="grid gap-2">
          {failed_checks.map(({ rule, violations, since }) => (
            <li key={rule} className="border-s-2 border-danger ps-3">
              <span className="wrap-anywhere">{ruleName(rule)}</span>
              <span className="block text-sm text-ink-soft">
                {t('violations', { count: violations })}, {t('since')} <When seconds={since} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-soft">
        {t('text')}{' '}
        {last_finished_at !== null && (
          <>
            {t('last')} <When seconds={last_finished_at} />.
          </>
        )}{' '}
        {finished_at === null && (
          <>
            {t('running')}: <When seconds={started_at} />.
          </>
        )}
      </p>
    </Card>
  )
}

export const WebhooksSection = ({ today: { webhooks } }: { today: Today }) => (
  <WatchSection
    id="webhooks"
    title={textAt('watch.webhooks.title')}
    none={textAt('watch.webhooks.none')}
    lines={webhooks.map((webhook) => <WebhookLine key={webhook.partner} webhook={webhook} />)}
  />
)

function WebhookLine({ webhook }: { webhook: Webhook }) {
  const { partner, name, pending_events, oldest_at, disabled_at, failing_since, failures } = webhook
  const since = disabled_at ?? failing_since
  const trouble =
    disabled_at === null ? textAt('watch.webhooks.failing', { failures }) : textAt('watch.webhooks.disabled')
  return (
    <Line
      label={<TextLink href={`/partners/${encodeURIComponent(partner)}`}>{name}</TextLink>}
      hint={since !== null && <LabelledTime className="font-semibold text-danger" label={trouble} seconds={since} />}
    >
      {pending_events === 0 ? (
        textAt('watch.webhooks.up_to_date')
      ) : (
        <>
          <span className="font-semibold tabular-nums">
            {textAt('watch.webhooks.waiting', { count: pending_events })}
          </span>
          {oldest_at !== null && <LabelledTime label={textAt('watch.webhooks.since')} seconds={oldest_at} />}
        </>
      )}
    </Line>
  )
}

interface WatchSectionProps {
  /** Alerts link to this anchor. */
  readonly id: string
  readonly title: string
  readonly link?: { readonly href: string; readonly label: string }
  readonly text?: ReactNode
  /** Shown where there are no lines, and instead of a content that is missing. */
  readonly none?: string | false
  readonly lines?: readonly ReactNode[] | undefined
  readonly children?: ReactNode
}

export const WatchSection = ({ id, title, link, text, lines, none = false, children }: WatchSectionProps) => (
  <div className="grid min-w-0 content-start gap-2">
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h2 id={id} className="scroll-mt-20 font-semibold">
        {title}
      </h2>
      {text && <p className="text-sm text-ink-soft">{text}</p>}
      {link && (
        <Link
          href={link.href}
          className="ms-auto inline-flex items-center gap-1 font-semibold text-brand-text hover:underline"
        >
          {link.label}
          <ArrowRight size={16} aria-hidden />
        </Link>
      )}
    </div>
    {lines && lines.length > 0 ? (
      <ul className="divide-y divide-line rounded-2xl border border-line bg-card">{lines}</ul>
    ) : none === false ? (
      children
    ) : (
      <Card className="text-ink-soft">{none}</Card>
    )}
  </div>
)

export const Line = ({ label, hint, children }: { label: ReactNode; hint?: ReactNode; children: ReactNode }) => (
  <li className="flex items-baseline justify-between gap-4 px-4 py-1.5">
    <span className="grid min-w-0">
      <span className="wrap-anywhere first-letter:uppercase">{label}</span>
      {hint && <span className="text-sm text-ink-soft">{hint}</span>}
    </span>
    <span className="grid justify-items-end text-end [&>:first-child]:whitespace-nowrap">{children}</span>
  </li>
)
