import type { Today } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { formatAge } from '../../platform/formats.ts'
import { When } from '../../platform/values.tsx'
import { usePassName } from './display-names.ts'
import { Line, Lines, Nothing, WatchSection } from './watch-section.tsx'

/** How far behind the readers of Tron's transfers are. */
export function TronSection({ today: { tron } }: { today: Today }) {
  const t = useTranslations('watch.tron')
  const passName = usePassName()
  return (
    <WatchSection id="tron" title={t('title')}>
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
    </WatchSection>
  )
}
