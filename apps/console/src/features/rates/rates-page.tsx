import type { OutputOf } from '@cashbox/contract'
import { type KnownRate, type readTopupMethods, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow, useTranslations } from 'use-intl'
import { type Act, useActColumn, useActsAt } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
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
  const t = useTranslations('rates')
  const act = useActsAt('rates')
  const actsOf = (rate: KnownRate): readonly (Act | false)[] => {
    const texts = { coin: rate.coin, currency: rate.currency_code }
    const named = (kind: 'set' | 'return_to_feed', one: Act) => ({
      ...one,
      ariaLabel: `${t(`${kind}.button`)} ${pairOf(rate)}`,
    })
    const set = <SetRateForm rate={rate} />
    const toFeed = <ReturnToFeedForm rate={rate} maxChangePercent={rates?.max_change_percent ?? null} />
    return [
      named('set', act('set', setRate, null, set, texts)),
      rates?.has_feed === true &&
        rate.source === 'operator' &&
        named('return_to_feed', act('return_to_feed', returnRateToFeed, null, toFeed, texts)),
    ]
  }
  return [
    column('pair', t('pair'), (rate) => <span className="font-semibold">{pairOf(rate)}</span>),
    figure('rate', t('rate'), ({ rate }) => (rate === null ? '–' : formatRate(rate))),
    column('source', t('source_label'), ({ source }) => (source === null ? t('no_source') : t(`source.${source}`))),
    figure('since', t('since'), ({ set_at }) => (set_at === null ? '–' : <When seconds={set_at} />)),
    wide('use', t('use'), (rate) => <Usability rate={rate} />),
    ...useActColumn<KnownRate>('action', t('action'), setRate, actsOf, refreshRates),
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

type TopupMethods = OutputOf<typeof readTopupMethods>

export function Wallets() {
  const t = useTranslations('rates.wallets')
  return (
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
}

const Wallet = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-3">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </Card>
)

const percent = (offset: string) => `${offset} %`

function Tron({ wallet }: { wallet: TopupMethods['tron'] }) {
  const t = useTranslations('rates.wallets')
  return (
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
}

function PerfectMoney({ wallet }: { wallet: TopupMethods['perfect_money'] }) {
  const t = useTranslations('rates.wallets')
  return (
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
}
