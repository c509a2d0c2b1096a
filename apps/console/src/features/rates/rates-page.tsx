import { CallFailure } from '@cashbox/client/call-failure'
import { type OutputOf } from '@cashbox/contract'
import { type KnownRate, listRates, readTopupMethods, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { Callout, Card } from '@cashbox/ui'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNow } from 'use-intl'
import { actsWith, useActColumn } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, stayOpen, textField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { column, figure, type TableColumn, wide } from '../../platform/list/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { cacheRow, call, refresh, useAnswer } from '../../platform/session/session.ts'
import { formatAge, formatCoins } from '../../platform/values/formats.ts'
import { Code, Facts, IconBadge, When } from '../../platform/values/values.tsx'

const t = textsOf('rates')

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
      act('rates.set', setRate, null, <SetRateForm rate={rate} />, named(t('set.button'))),
      rates?.has_feed === true &&
        rate.source === 'operator' &&
        act('rates.return_to_feed', returnRateToFeed, null, toFeed, named(t('return_to_feed.button'))),
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

const FeedRules = ({ rates: { has_feed, max_age_s, when_stale, max_change_percent } }: { rates: Rates }) => (
  <Card className="grid gap-2">
    <h2 className="font-semibold">{t('feed.title')}</h2>
    {has_feed ? (
      <ul className="grid max-w-prose list-disc gap-1 ps-5">
        <li>{t('feed.some')}</li>
        <li>{t(`feed.${when_stale}`, { age: formatAge(max_age_s) })}</li>
        {max_change_percent !== null && <li>{t('feed.far', { percent: max_change_percent })}</li>}
      </ul>
    ) : (
      <p className="max-w-prose">{t('feed.none')}</p>
    )}
  </Card>
)

type TopupMethods = OutputOf<typeof readTopupMethods>

export const Wallets = () => (
  <section aria-labelledby="wallets" className="grid gap-3">
    <div className="grid gap-0.5">
      <h2 id="wallets" className="text-lg font-semibold">
        {t('wallets.title')}
      </h2>
      <p className="max-w-prose text-ink-soft">{t('wallets.text')}</p>
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
  <Wallet title={t('wallets.tron')}>
    {wallet ? (
      <Facts
        facts={{
          [t('wallets.network')]: wallet.network,
          [t('wallets.chain')]: wallet.chain,
          [t('wallets.contract')]: <Code text={wallet.contract} />,
          [t('wallets.providers')]: wallet.provider_count,
          [t('wallets.minimum')]: formatCoins(wallet.minimum_deposit),
          [t('wallets.small_label')]: t(`wallets.small.${wallet.small_sums}`),
          [t('wallets.offset')]: percent(wallet.offset_percent),
        }}
      />
    ) : (
      <p className="max-w-prose">{t('wallets.tron_off')}</p>
    )}
  </Wallet>
)

const PerfectMoney = ({ wallet }: { wallet: TopupMethods['perfect_money'] }) => (
  <Wallet title={t('wallets.perfect_money')}>
    {wallet ? (
      <Facts
        facts={{
          [t('wallets.account')]: <Code text={wallet.account} />,
          [t('wallets.units')]: wallet.units,
          [t('wallets.minimum')]: formatCoins(wallet.minimum_deposit),
          [t('wallets.offset')]: percent(wallet.offset_percent),
          [t('wallets.history_label')]: t(wallet.reads_history ? 'wallets.history' : 'wallets.history_off'),
        }}
      />
    ) : (
      <p className="max-w-prose">{t('wallets.off')}</p>
    )}
  </Wallet>
)

interface RateFormProps {
  readonly rate: KnownRate
}

/** A large change must be confirmed, and then approved by a second operator. */
export function SetRateForm({ rate: known }: RateFormProps) {
  const { coin, currency_code: currency, version, rate: before, source } = known
  const [question, setQuestion] = useState<{ rate: string; text: string } | null>(null)
  return (
    <ActForm
      initial={{ rate: '', reason: '' }}
      send={async ({ rate, reason }) => {
        const input = { coin, currency_code: currency, version, rate, reason }
        try {
          const changed = await call(setRate, { ...input, confirm_large_change: question?.rate === rate })
          cacheRate(changed.rate)
          return changed
        } catch (error) {
          if (!(error instanceof CallFailure) || error.code !== 'rate_change_too_large') throw error
          setQuestion({ rate, text: error.errorOf('rate') ?? error.serverMessage })
          return stayOpen
        }
      }}
      done={(changed) => t('set.done', { coin, currency, rate: formatRate(changed.rate.rate ?? '0') })}
      text={
        <>
          {before === null ? t('set.first', { coin }) : t('set.before', { coin, currency, rate: formatRate(before) })}{' '}
          {t('set.text')} {source === 'feed' && t('set.from_feed')}
        </>
      }
      submit={({ rate }) =>
        t(question?.rate === rate ? 'large_change.submit' : before === null ? 'set.submit_first' : 'set.submit')
      }
      isReady={({ values }) => isGiven(values.rate)}
      reasonHelp={t('reason_help')}
      renderFooter={({ values }) => (
        <div role="alert" className="empty:hidden">
          {question?.rate === values.rate && (
            <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={question.text} />
          )}
        </div>
      )}
    >
      {(form) =>
        textField(form, 'rate', t('new_rate'), { inputMode: 'decimal', prefix: `1 ${coin} =`, suffix: currency })
      }
    </ActForm>
  )
}

interface ReturnToFeedProps extends RateFormProps {
  readonly maxChangePercent: number | null
}

export function ReturnToFeedForm({ rate: known, maxChangePercent }: ReturnToFeedProps) {
  const { coin, currency_code, version, rate, is_usable_by_feed } = known
  return (
    <ActForm
      initial={{ reason: '' }}
      send={async ({ reason }) =>
        cacheRate((await call(returnRateToFeed, { coin, currency_code, version, reason })).rate)
      }
      text={
        <>
          {t('return_to_feed.text', { rate: formatRate(rate ?? '0') })}{' '}
          {maxChangePercent !== null && t('return_to_feed.far', { percent: maxChangePercent })}
        </>
      }
      reasonHelp={t('reason_help')}
    >
      {!is_usable_by_feed && (
        <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('return_to_feed.old', { coin })} />
      )}
    </ActForm>
  )
}

export type Rates = OutputOf<typeof listRates>

const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

export const useRates = () => useAnswer(listRates, {})

export const useTopupMethods = () => useAnswer(readTopupMethods, {})

export const pairOf = ({ coin, currency_code }: Pick<KnownRate, 'coin' | 'currency_code'>) => `${coin}/${currency_code}`

const cacheRate = (rate: KnownRate): void => cacheRow(listRates, rate, pairOf)

export const refreshRates = () => refresh(listRates.path)

/** "12650.5" → "12,650.50". Formats the string itself, so that no digit is lost. */
export const formatRate = (rate: string): string => rateFormat.format(rate as `${number}`)
