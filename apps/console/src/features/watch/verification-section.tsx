import type { Today } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { When } from '../../platform/values.tsx'
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
  const { finished_at, last_finished_at, started_at, is_broken, broken } = verification
  const Icon = is_broken ? OctagonAlert : CircleCheck
  return (
    <Card className="grid gap-3">
      {last_finished_at !== null && (
        <p className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden className={is_broken ? 'size-5 text-danger' : 'size-5 text-approved'} />
          {is_broken ? t('broken', { count: broken.length }) : t('fine')}
        </p>
      )}
      {is_broken && <Broken broken={broken} />}
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

function Broken({ broken }: Pick<Verification, 'broken'>) {
  const t = useTranslations('watch.verification')
  return (
    <ul className="grid gap-2">
      {broken.map(({ rule, breaches, since }) => (
        <li key={rule} className="border-s-2 border-danger ps-3">
          <span className="wrap-anywhere">{rule}</span>
          <span className="block text-sm text-ink-soft">
            {t('breaches', { count: breaches })}, {t('since')} <When seconds={since} />
          </span>
        </li>
      ))}
    </ul>
  )
}
