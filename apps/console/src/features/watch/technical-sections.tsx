import type { Today } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAge } from '../../platform/values/formats.ts'
import { LabelledTime, TextLink, When } from '../../platform/values/values.tsx'
import { usePassName, useRuleName } from './alert-list.tsx'
import { Line, WatchSection } from './watch-section.tsx'

type Verification = NonNullable<Today['verification']>

const JUST_NOW_S = 10

type Webhook = Today['webhooks'][number]

export function JobsSection({ today: { jobs } }: { today: Today }) {
  const t = useTranslations('watch.jobs')
  const { failed, first_failed_at, due_since } = jobs
  return (
    <WatchSection id="jobs" title={t('title')}>
      <Card className="grid gap-1">
        {failed > 0 && (
          <p>
            <span className="font-semibold text-danger">{t('failed', { count: failed })}</span>{' '}
            <When seconds={first_failed_at} />
          </p>
        )}
        {due_since !== null && (
          <p>
            {t('due')} <When seconds={due_since} />
          </p>
        )}
        {failed === 0 && due_since === null && <p className="text-ink-soft">{t('fine')}</p>}
      </Card>
    </WatchSection>
  )
}

export function TronSection({ today: { tron } }: { today: Today }) {
  const t = useTranslations('watch.tron')
  const passName = usePassName()
  return (
    <WatchSection
      id="tron"
      title={t('title')}
      none={t('none')}
      lines={tron.map(({ pass, lag_s, succeeded_at }) => (
        <Line key={pass} label={passName(pass)} hint={<When seconds={succeeded_at} />}>
          <span className="tabular-nums">{lag_s < JUST_NOW_S ? t('now') : t('lag', { age: formatAge(lag_s) })}</span>
        </Line>
      ))}
    />
  )
}

export function VerificationSection({ today: { verification } }: { today: Today }) {
  const t = useTranslations('watch.verification')
  return (
    <WatchSection id="verification" title={t('title')} none={verification === null && t('never')}>
      {verification && <Findings verification={verification} />}
    </WatchSection>
  )
}

function Findings({ verification }: { verification: Verification }) {
  const t = useTranslations('watch.verification')
  const ruleName = useRuleName()
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

export function WebhooksSection({ today: { webhooks } }: { today: Today }) {
  const t = useTranslations('watch.webhooks')
  return (
    <WatchSection
      id="webhooks"
      title={t('title')}
      none={t('none')}
      lines={webhooks.map((webhook) => <WebhookLine key={webhook.partner} webhook={webhook} />)}
    />
  )
}

function WebhookLine({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('watch.webhooks')
  const { partner, name, pending_events, oldest_at, disabled_at, failing_since, failures } = webhook
  const since = disabled_at ?? failing_since
  const trouble = disabled_at === null ? t('failing', { failures }) : t('disabled')
  return (
    <Line
      label={<TextLink href={`/partners/${encodeURIComponent(partner)}`}>{name}</TextLink>}
      hint={since !== null && <LabelledTime className="font-semibold text-danger" label={trouble} seconds={since} />}
    >
      {pending_events === 0 ? (
        t('up_to_date')
      ) : (
        <>
          <span className="font-semibold tabular-nums">{t('waiting', { count: pending_events })}</span>
          {oldest_at !== null && <LabelledTime label={t('since')} seconds={oldest_at} />}
        </>
      )}
    </Line>
  )
}
