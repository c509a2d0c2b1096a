import type { OutputOf } from '@cashbox/contract'
import { type KnownRate, type readTopupMethods, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from 'use-intl'
import { actsWith, useActColumn } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { column, figure, type TableColumn, wide } from '../../platform/list/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { formatAge, formatCoins } from '../../platform/values/formats.ts'
import { Code, Facts, IconBadge, When } from '../../platform/values/values.tsx'
import {
  formatRate,
  pairOf,
  type Rates,
  ReturnToFeedForm,
  refreshRates,
  SetRateForm,
  useRates,
  useTopupMethods,
} from './rate-forms.tsx'

const t = textsOf('rates.wallets')

const TICK_MS = 30_000

export function RatesPage() {
  const query = useRates()
  return (
    <>
      <ListPage
        list="rates"
        exported={{ table: 'rates', filters: {} }}
        columns={useRateColumns(query.data)}
        query={query}
        rows={query.data?.list ?? null}
        keyOf={pairOf}
      >
        <PendingChanges kind="rate" />
      </ListPage>
      {query.data && <FeedRules rates={query.data} />}
      <Wallets />
    </>
  )
}

function useRateColumns(rates: Rates | undefined): readonly TableColumn<KnownRate>[] {
  const act = actsWith()
  const actsOf = (rate: KnownRate) => {
    const values = { coin: rate.coin, currency: rate.currency_code }
    const named = (button: string) => ({ values, ariaLabel: `${button} ${pairOf(rate)}` })
    const toFeed = <ReturnToFeedForm rate={rate} maxChangePercent={rates?.max_change_percent ?? null} />
    return [
      act('rates.set', setRate, null, <SetRateForm rate={rate} />, named(textAt('rates.set.button'))),
      rates?.has_feed === true &&
        rate.source === 'operator' &&
        act('rates.return_to_feed', returnRateToFeed, null, toFeed, named(textAt('rates.return_to_feed.button'))),
    ]
  }
  return [
    column('pair', textAt('rates.pair'), (rate) => <span className="font-semibold">{pairOf(rate)}</span>),
    figure('rate', textAt('rates.rate'), ({ rate }) => (rate === null ? '–' : formatRate(rate))),
    column('source', textAt('rates.source_label'), ({ source }) =>
      source === null ? textAt('rates.no_source') : textAt(`rates.source.${source}`),
    ),
    figure('since', textAt('rates.since'), ({ set_at }) => (set_at === null ? '–' : <When seconds={set_at} />)),
    wide('use', textAt('rates.use'), (rate) => <Usability rate={rate} />),
    ...useActColumn<KnownRate>('action', textAt('rates.action'), setRate, actsOf, refreshRates),
  ]
}

function Usability({ rate: { is_usable, set_at } }: { rate: KnownRate }) {
  const now = useNow({ updateInterval: TICK_MS })
  if (is_usable) {
    return <IconBadge style={['approved', Check]}>{textAt('rates.usable')}</IconBadge>
  }
  return (
    <span className="inline-grid justify-items-start gap-1 max-sm:justify-items-end">
      <IconBadge style={['pending', CircleAlert]}>{textAt('rates.unusable')}</IconBadge>
      <span className="text-sm text-ink-soft">
        {set_at === null
          ? textAt('rates.why.missing')
          : textAt('rates.why.old', { age: formatAge(now.getTime() / 1000 - set_at) })}{' '}
        {textAt('rates.unusable_text')}
      </span>
    </span>
  )
}

const FeedRules = ({ rates: { has_feed, max_age_s, when_stale, max_change_percent } }: { rates: Rates }) => (
  <Card className="grid gap-2">
    <h2 className="font-semibold">{textAt('rates.feed.title')}</h2>
    {has_feed ? (
      <ul className="grid max-w-prose list-disc gap-1 ps-5">
        <li>{textAt('rates.feed.some')}</li>
        <li>{textAt(`rates.feed.${when_stale}`, { age: formatAge(max_age_s) })}</li>
        {max_change_percent !== null && <li>{textAt('rates.feed.far', { percent: max_change_percent })}</li>}
      </ul>
    ) : (
      <p className="max-w-prose">{textAt('rates.feed.none')}</p>
    )}
  </Card>
)

type TopupMethods = OutputOf<typeof readTopupMethods>

export const Wallets = () => (
  <section aria-labelledby="wallets" className="grid gap-3">
    <div className="grid gap-0.5">
      <h2 id="wallets" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="max-w-prose text-ink-soft">{t('text')}</p>
    </div>
    <Loaded query={useTopupMethods()} isInCard>
      {({ tron, perfect_money }) => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Tron wallet={tron} />
          <PerfectMoney wallet={perfect_money} />
        </div>
      )}
    </Loaded>
  </section>
)

const Wallet = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-3">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </Card>
)

const percent = (offset: string) => `${offset} %`

const Tron = ({ wallet }: { wallet: TopupMethods['tron'] }) => (
  <Wallet title={t('tron')}>
    {wallet ? (
      <Facts
        facts={{
          [t('network')]: wallet.network,
          [t('chain')]: wallet.chain,
          [t('contract')]: <Code text={wallet.contract} />,
          [t('providers')]: wallet.provider_count,
          [t('minimum')]: formatCoins(wallet.minimum_deposit),
          [t('small_label')]: t(`small.${wallet.small_sums}`),
          [t('offset')]: percent(wallet.offset_percent),
        }}
      />
    ) : (
      <p className="max-w-prose">{t('tron_off')}</p>
    )}
  </Wallet>
)

const PerfectMoney = ({ wallet }: { wallet: TopupMethods['perfect_money'] }) => (
  <Wallet title={t('perfect_money')}>
    {wallet ? (
      <Facts
        facts={{
          [t('account')]: <Code text={wallet.account} />,
          [t('units')]: wallet.units,
          [t('minimum')]: formatCoins(wallet.minimum_deposit),
          [t('offset')]: percent(wallet.offset_percent),
          [t('history_label')]: t(wallet.reads_history ? 'history' : 'history_off'),
        }}
      />
    ) : (
      <p className="max-w-prose">{t('off')}</p>
    )}
  </Wallet>
)
