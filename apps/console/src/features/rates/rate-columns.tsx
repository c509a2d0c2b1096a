import type { KnownRate } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Check, CircleAlert } from 'lucide-react'
import { useNow, useTranslations } from 'use-intl'
import { formatAge } from '../../platform/formats.ts'
import { LookBadge } from '../../platform/look-badge.tsx'
import { When } from '../../platform/values.tsx'
import { formatRate } from './rate-format.ts'
import { pairOf } from './rates.ts'

export type RateAct = 'set' | 'return_to_feed'

/** The last column is there for operators who may change rates. */
export function useRateColumns(
  acts: readonly RateAct[],
  onAct: (act: RateAct, rate: KnownRate) => void,
): readonly TableColumn<KnownRate>[] {
  const t = useTranslations('rates')
  const actions: TableColumn<KnownRate> = {
    id: 'action',
    header: t('action'),
    cell: (rate) => (
      <span className="inline-flex flex-wrap justify-end gap-2 sm:flex-nowrap">
        {acts
          .filter((act) => act === 'set' || rate.source === 'operator')
          .map((act) => (
            <Button key={act} variant="secondary" onClick={() => onAct(act, rate)}>
              {t(`${act}.button`)}
              <span className="sr-only"> {pairOf(rate)}</span>
            </Button>
          ))}
      </span>
    ),
    isFigure: true,
  }
  return [
    { id: 'pair', header: t('pair'), cell: (rate) => <span className="font-semibold">{pairOf(rate)}</span> },
    { id: 'rate', header: t('rate'), cell: ({ rate }) => (rate === null ? '–' : formatRate(rate)), isFigure: true },
    {
      id: 'source',
      header: t('source_label'),
      cell: ({ source }) => (source === null ? t('no_source') : t(`source.${source}`)),
    },
    {
      id: 'since',
      header: t('since'),
      cell: ({ set_at }) => (set_at === null ? '–' : <When seconds={set_at} />),
      isFigure: true,
    },
    { id: 'use', header: t('use'), cell: (rate) => <Usability rate={rate} />, isWide: true },
    ...(acts.length > 0 ? [actions] : []),
  ]
}

const TICK_MS = 30_000

function Usability({ rate: { is_usable, set_at } }: { rate: KnownRate }) {
  const t = useTranslations('rates')
  const now = useNow({ updateInterval: TICK_MS })
  if (is_usable) {
    return <LookBadge look={['approved', Check]}>{t('usable')}</LookBadge>
  }
  return (
    <span className="inline-grid justify-items-start gap-1 max-sm:justify-items-end">
      <LookBadge look={['pending', CircleAlert]}>{t('unusable')}</LookBadge>
      <span className="text-sm text-ink-soft">
        {set_at === null ? t('why.missing') : t('why.old', { age: formatAge(now.getTime() / 1000 - set_at) })}{' '}
        {t('unusable_text')}
      </span>
    </span>
  )
}
