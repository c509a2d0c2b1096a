import type { OutputOf } from '@cashbox/contract'
import type { readTopupMethods } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../platform/page/page.tsx'
import { formatCoins } from '../../platform/values/formats.ts'
import { Code, Facts } from '../../platform/values/values.tsx'
import { useTopupMethods } from './rates.ts'

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
          facts={[
            [t('network'), wallet.network],
            [t('chain'), wallet.chain],
            [t('contract'), <Code key="contract" text={wallet.contract} />],
            [t('providers'), wallet.provider_count],
            [t('minimum'), formatCoins(wallet.minimum_deposit)],
            [t('small_label'), t(`small.${wallet.small_sums}`)],
            [t('offset'), percent(wallet.offset_percent)],
          ]}
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
          facts={[
            [t('account'), <Code key="account" text={wallet.account} />],
            [t('units'), wallet.units],
            [t('minimum'), formatCoins(wallet.minimum_deposit)],
            [t('offset'), percent(wallet.offset_percent)],
            [t('history_label'), t(wallet.reads_history ? 'history' : 'history_off')],
          ]}
        />
      ) : (
        <p className="max-w-prose">{t('off')}</p>
      )}
    </Wallet>
  )
}
