import { chartWebhookDelays } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { TimeChart } from '@cashbox/ui/time-chart'
import { useLocale, useTranslations } from 'use-intl'
import { Loaded } from '../loaded.tsx'
import { Section } from '../section.tsx'
import { delayOf, stepLabels } from './chart-labels.ts'
import { useChart } from './use-chart.ts'

/** Of all partners, or of one. */
export function WebhookDelays({ partner }: { partner?: string }) {
  const t = useTranslations('charts')
  const locale = useLocale()
  const query = useChart(chartWebhookDelays, partner === undefined ? {} : { partner })
  const formatDelay = (ms: number) => {
    const { value, unit } = delayOf(ms)
    return t(`delay.${unit}`, { value })
  }
  const textOf = (ms: number | null) => (ms === null ? '' : formatDelay(ms))
  return (
    <Section title={t('webhooks.title')}>
      <Loaded query={query} isInCard>
        {({ points }) => (
          <Card className="grid min-w-0 gap-4">
            <p className="text-sm text-ink-soft">{t('webhooks.text')}</p>
            {points.every(({ delivered }) => delivered === 0) ? (
              t('webhooks.none')
            ) : (
              <TimeChart
                label={t('webhooks.title')}
                pointLabel={t('point.hour')}
                points={points.map(({ at }) => ({ key: String(at), ...stepLabels('hour', at, locale) }))}
                series={[
                  {
                    tone: 'main',
                    label: t('webhooks.average'),
                    kind: 'bar',
                    values: points.map(({ average_ms }) => average_ms),
                    texts: points.map(({ average_ms }) => textOf(average_ms)),
                  },
                  {
                    tone: 'second',
                    label: t('webhooks.slowest'),
                    kind: 'bar',
                    values: points.map(({ slowest_ms }) => slowest_ms),
                    texts: points.map(({ slowest_ms }) => textOf(slowest_ms)),
                  },
                ]}
                formatTick={formatDelay}
                tableLabel={t('table')}
                unfinishedLabel={t('so_far')}
              />
            )}
          </Card>
        )}
      </Loaded>
    </Section>
  )
}
