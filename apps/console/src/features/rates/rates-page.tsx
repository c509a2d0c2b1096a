import { type KnownRate, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { useListTools } from '../../platform/list-tools.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useMay } from '../../platform/roles.ts'
import { FeedRules } from './feed-rules.tsx'
import { type RateAct, useRateColumns } from './rate-columns.tsx'
import { pairOf, useRates } from './rates.ts'
import { ReturnToFeedDialog } from './return-to-feed-dialog.tsx'
import { SetRateDialog } from './set-rate-dialog.tsx'
import { Wallets } from './wallets.tsx'

interface Chosen {
  readonly act: RateAct
  readonly rate: KnownRate
}

export function RatesPage() {
  const t = useTranslations()
  const query = useRates()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const acts = useActs(query.data?.has_feed === true)
  const { buttons, notice, columns } = useListTools({
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
      {notice}
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
