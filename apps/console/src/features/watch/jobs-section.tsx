import type { Today } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { When } from '../../platform/values.tsx'
import { WatchSection } from './watch-section.tsx'

/** What is done later than it was asked for, such as letters. */
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
