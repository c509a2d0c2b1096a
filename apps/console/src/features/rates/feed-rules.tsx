import { Card } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { formatAge } from '../../platform/formats.ts'
import type { Rates } from './rates.ts'

/** What the feed does and does not do, in words. */
export function FeedRules({ rates: { has_feed, max_age_s, when_stale, max_change_percent } }: { rates: Rates }) {
  const t = useTranslations('rates.feed')
  return (
    <Card className="grid gap-2">
      <h2 className="font-semibold">{t('title')}</h2>
      {has_feed ? (
        <ul className="grid max-w-prose list-disc gap-1 ps-5">
          <li>{t('some')}</li>
          <li>{t(when_stale, { age: formatAge(max_age_s) })}</li>
          {max_change_percent !== null && <li>{t('far', { percent: max_change_percent })}</li>}
        </ul>
      ) : (
        <p className="max-w-prose">{t('none')}</p>
      )}
    </Card>
  )
}
