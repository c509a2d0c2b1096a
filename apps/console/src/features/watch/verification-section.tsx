import type { Today } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { When } from '../../platform/values.tsx'
import { useRuleName } from './display-names.ts'
import { Nothing, WatchSection } from './watch-section.tsx'

type Verification = NonNullable<Today['verification']>

/** What the daily check of everything that must always hold has found. */
export function VerificationSection({ today: { verification } }: { today: Today }) {
  const t = useTranslations('watch.verification')
  return (
    <WatchSection id="verification" title={t('title')}>
      {verification === null ? <Nothing text={t('never')} /> : <Found verification={verification} />}
    </WatchSection>
  )
}

function Found({ verification }: { verification: Verification }) {
  const t = useTranslations('watch.verification')
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
      {has_failed_checks && <Broken failed_checks={failed_checks} />}
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

function Broken({ failed_checks }: Pick<Verification, 'failed_checks'>) {
  const t = useTranslations('watch.verification')
  const ruleName = useRuleName()
  return (
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
  )
}
