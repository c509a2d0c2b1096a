import type { Today } from '@cashbox/contract/operator'
import { Badge, Card } from '@cashbox/ui'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAge } from '../../platform/formats.ts'
import { When } from '../../platform/values.tsx'
import { usePassName } from './names.ts'
import { Line, Lines, Nothing, Part } from './part.tsx'

/** How far behind the readers of Tron's transfers are. */
export function TronPart({ today: { tron } }: { today: Today }) {
  const t = useTranslations('watch.tron')
  const passName = usePassName()
  return (
    <Part id="tron" title={t('title')}>
      {tron.length === 0 ? (
        <Nothing text={t('none')} />
      ) : (
        <Lines>
          {tron.map(({ pass, lag_s, succeeded_at }) => (
            <Line key={pass} label={passName(pass)} hint={<When seconds={succeeded_at} />}>
              <span className="tabular-nums">{t('lag', { age: formatAge(lag_s) })}</span>
            </Line>
          ))}
        </Lines>
      )}
    </Part>
  )
}

/** How old the rates are. */
export function RatesPart({ today: { rates } }: { today: Today }) {
  const t = useTranslations('watch')
  return (
    <Part id="rates" title={t('rates.title')} link={{ href: '/rates', label: t('links.rates') }}>
      {rates.length === 0 ? (
        <Nothing text={t('rates.none')} />
      ) : (
        <Lines>
          {rates.map(({ coin, currency_code, source, age_s, is_stale }) => (
            <Line key={`${coin} ${currency_code}`} label={`${coin} → ${currency_code}`} hint={t(`rates.${source}`)}>
              <span className="tabular-nums">{t('rates.age', { age: formatAge(age_s) })}</span>
              {is_stale && (
                <Badge tone="rejected" icon={<Hourglass aria-hidden />}>
                  {t('rates.stale')}
                </Badge>
              )}
            </Line>
          ))}
        </Lines>
      )}
    </Part>
  )
}

/** What is done later than it was asked for, such as letters. */
export function JobsPart({ today: { jobs } }: { today: Today }) {
  const t = useTranslations('watch.jobs')
  const { failed, first_failed_at, due_since } = jobs
  return (
    <Part id="jobs" title={t('title')}>
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
    </Part>
  )
}
