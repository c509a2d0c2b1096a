import { type KnownRate, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNow, useTranslations } from 'use-intl'
import { ExportMenu } from '../../platform/list/export-menu.tsx'
import { ListTable } from '../../platform/list/list-table.tsx'
import { useListTools } from '../../platform/list/list-tools.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { useMay } from '../../platform/session/roles.ts'
import { IconBadge } from '../../platform/values/badges.tsx'
import { formatAge } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'
import { ReturnToFeedDialog, SetRateDialog } from './rate-dialogs.tsx'
import { formatRate, pairOf, type Rates, useRates } from './rates.ts'
import { Wallets } from './wallets.tsx'

interface Chosen {
  readonly act: RateAct
  readonly rate: KnownRate
}

type RateAct = 'set' | 'return_to_feed'

const TICK_MS = 30_000

export function RatesPage() {
  const t = useTranslations()
  const query = useRates()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const acts = useActs(query.data?.has_feed === true)
  const { buttons, callout, columns } = useListTools({
    list: 'rates',
    paramNames: [],
    columns: useRateColumns(acts, (act, rate) => setChosen({ act, rate })),
  })
  const close = () => setChosen(null)
  return (
    <>
      <PageHead
        title={t('pages.rates')}
        text={t('rates.text')}
        actions={
          <>
            {buttons}
            <ExportMenu table="rates" filters={{}} />
          </>
        }
      />
      {callout}
      <ListTable
        label={t('pages.rates')}
        columns={columns}
        query={query}
        rows={query.data?.list ?? null}
        keyOf={pairOf}
        emptyTitle={t('rates.none')}
        emptyText={t('rates.none_text')}
      />
      {query.data && <FeedRules rates={query.data} />}
      <Wallets />
      {chosen?.act === 'set' && <SetRateDialog rate={chosen.rate} onClose={close} />}
      {chosen?.act === 'return_to_feed' && query.data && (
        <ReturnToFeedDialog rate={chosen.rate} rules={query.data} onClose={close} />
      )}
    </>
  )
}

function useActs(hasFeed: boolean): readonly RateAct[] {
  const maySet = useMay(setRate)
  const mayReturn = useMay(returnRateToFeed)
  return [...(maySet ? (['set'] as const) : []), ...(mayReturn && hasFeed ? (['return_to_feed'] as const) : [])]
}

function useRateColumns(
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

function Usability({ rate: { is_usable, set_at } }: { rate: KnownRate }) {
  const t = useTranslations('rates')
  const now = useNow({ updateInterval: TICK_MS })
  if (is_usable) {
    return <IconBadge style={['approved', Check]}>{t('usable')}</IconBadge>
  }
  return (
    <span className="inline-grid justify-items-start gap-1 max-sm:justify-items-end">
      <IconBadge style={['pending', CircleAlert]}>{t('unusable')}</IconBadge>
      <span className="text-sm text-ink-soft">
        {set_at === null ? t('why.missing') : t('why.old', { age: formatAge(now.getTime() / 1000 - set_at) })}{' '}
        {t('unusable_text')}
      </span>
    </span>
  )
}

function FeedRules({ rates: { has_feed, max_age_s, when_stale, max_change_percent } }: { rates: Rates }) {
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
