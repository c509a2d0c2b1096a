import { type KnownRate, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Check, CircleAlert } from 'lucide-react'
import { useNow, useTranslations } from 'use-intl'
import { useActDialog } from '../../platform/forms/acts.tsx'
import type { ActProps } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { ListHead } from '../../platform/list/list-page.tsx'
import { ListTable } from '../../platform/list/list-table.tsx'
import { useListTools } from '../../platform/list/list-tools.tsx'
import { column, figure, wide } from '../../platform/list/use-list.ts'
import { useMay } from '../../platform/session/session.ts'
import { formatAge } from '../../platform/values/formats.ts'
import { IconBadge, When } from '../../platform/values/values.tsx'
import { ReturnToFeedForm, SetRateForm } from './rate-forms.tsx'
import { formatRate, pairOf, type Rates, refreshRates, useRates } from './rates.ts'
import { Wallets } from './wallets.tsx'

type RateAct = 'set' | 'return_to_feed'

const TICK_MS = 30_000

export function RatesPage() {
  const t = useTranslations()
  const query = useRates()
  const { open, dialog } = useActDialog(refreshRates)
  const actOf = useRateAct(query.data?.max_change_percent ?? null)
  const acts = useActs(query.data?.has_feed === true)
  const tools = useListTools({
    list: 'rates',
    paramNames: [],
    columns: useRateColumns(acts, (act, rate) => open(actOf(act, rate))),
  })
  return (
    <>
      <ListHead
        title={t('pages.rates')}
        text={t('rates.text')}
        tools={tools}
        exported={{ table: 'rates', filters: {} }}
      />
      <PendingChanges kind="rate" />
      <ListTable
        label={t('pages.rates')}
        columns={tools.columns}
        query={query}
        rows={query.data?.list ?? null}
        keyOf={pairOf}
        emptyTitle={t('rates.none')}
        emptyText={t('rates.none_text')}
      />
      {query.data && <FeedRules rates={query.data} />}
      <Wallets />
      {dialog}
    </>
  )
}

function useActs(hasFeed: boolean): readonly RateAct[] {
  const maySet = useMay(setRate)
  const mayReturn = useMay(returnRateToFeed)
  return [...(maySet ? (['set'] as const) : []), ...(mayReturn && hasFeed ? (['return_to_feed'] as const) : [])]
}

/** Describes the dialog of an act. */
function useRateAct(maxChangePercent: number | null) {
  const t = useTranslations('rates')
  return (act: RateAct, rate: KnownRate) => ({
    title: t(`${act}.title`, { coin: rate.coin, currency: rate.currency_code }),
    renderForm: (props: ActProps) =>
      act === 'set' ? (
        <SetRateForm {...props} rate={rate} />
      ) : (
        <ReturnToFeedForm {...props} rate={rate} maxChangePercent={maxChangePercent} />
      ),
  })
}

function useRateColumns(
  acts: readonly RateAct[],
  onAct: (act: RateAct, rate: KnownRate) => void,
): readonly TableColumn<KnownRate>[] {
  const t = useTranslations('rates')
  const actions = figure<KnownRate>('action', t('action'), (rate) => (
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
  ))
  return [
    column('pair', t('pair'), (rate) => <span className="font-semibold">{pairOf(rate)}</span>),
    figure('rate', t('rate'), ({ rate }) => (rate === null ? '–' : formatRate(rate))),
    column('source', t('source_label'), ({ source }) => (source === null ? t('no_source') : t(`source.${source}`))),
    figure('since', t('since'), ({ set_at }) => (set_at === null ? '–' : <When seconds={set_at} />)),
    wide('use', t('use'), (rate) => <Usability rate={rate} />),
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
