import type { Wallet } from '@cashbox/contract'
import { Button, buttonClass, Card, EmptyState, Skeleton } from '@cashbox/ui'
import { RotateCw, WalletCards } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../../platform/settings.ts'
import { PerfectMoneyView } from './perfect-money-view.tsx'
import { TronView } from './tron-view.tsx'
import { useChosenWallet, useWallets } from './use-wallets.ts'
import { WalletChoice } from './wallet-choice.tsx'

export function WalletScreen() {
  const { data: wallets = [], isPending, isError, isFetching, refetch } = useWallets()
  const { wallet, choose } = useChosenWallet(wallets)
  if (isPending) return <WalletSkeleton />
  if (!wallet) return <NoWallets isFailed={isError} isBusy={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      <WalletChoice wallets={wallets} chosen={wallet.type} onChoose={choose} />
      <WalletView key={wallet.type} wallet={wallet} />
    </>
  )
}

const WalletView = ({ wallet }: { wallet: Wallet }) =>
  wallet.type === 'tron' ? <TronView wallet={wallet} /> : <PerfectMoneyView wallet={wallet} />

function NoWallets(props: { isFailed: boolean; isBusy: boolean; onRetry: () => void }) {
  const t = useTranslations()
  const { telegram_link } = useSettings()
  return (
    <EmptyState icon={<WalletCards aria-hidden />} title={t('deposit.empty')}>
      <span className="mt-3 flex flex-wrap justify-center gap-2">
        {props.isFailed && (
          <Button
            variant="ghost"
            isBusy={props.isBusy}
            icon={<RotateCw size={18} aria-hidden />}
            onClick={props.onRetry}
          >
            {t('common.retry')}
          </Button>
        )}
        {telegram_link && (
          <a href={telegram_link} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'secondary' })}>
            {t('profile.support')}
          </a>
        )}
      </span>
    </EmptyState>
  )
}

/** As high as what it replaces, so that nothing jumps. */
function WalletSkeleton() {
  const t = useTranslations()
  return (
    <div role="status" aria-busy="true" className="grid gap-6">
      <span className="sr-only">{t('common.loading')}</span>
      <div className="grid gap-3">
        <p className="text-ink-soft">{t('deposit.choose')}</p>
        <div className="grid grid-cols-2 gap-3 lg:gap-6">
          <Skeleton className="h-[8.625rem] rounded-2xl lg:h-[7.375rem]" />
          <Skeleton className="h-[8.625rem] rounded-2xl lg:h-[7.375rem]" />
        </div>
      </div>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <Card hasPadding={false} className="grid gap-4 p-4">
          <Skeleton className="h-7" />
          <Skeleton className="size-52 justify-self-center rounded-2xl" />
          <Skeleton className="h-20" />
          <Skeleton className="h-12 rounded-2xl" />
        </Card>
        <Skeleton className="h-[10.625rem] rounded-2xl" />
      </div>
    </div>
  )
}
