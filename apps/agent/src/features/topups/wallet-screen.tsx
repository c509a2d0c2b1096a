import type { Wallet } from '@cashbox/contract'
import { Button, buttonClass, Card, EmptyState, Skeleton } from '@cashbox/ui'
import { Lock, RotateCw, WalletCards } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import { useSettings } from '../../platform/settings.ts'
import { PerfectMoneyView } from './perfect-money-view.tsx'
import { TronView } from './tron-view.tsx'
import { useChosenWallet, useWallets } from './use-wallets.ts'
import { WalletChoice } from './wallet-choice.tsx'

export function WalletScreen() {
  const { data, isPending, isFetching, refetch } = useWallets()
  const { wallets, wallet, choose } = useChosenWallet(data ?? [])
  const { status } = useUser()
  if (status !== 'approved') return <Closed />
  if (isPending) return <WalletSkeleton />
  if (!data) return <WalletsFailed isBusy={isFetching} onRetry={() => void refetch()} />
  if (!wallet) return <NoWallets />
  return (
    <>
      <WalletChoice wallets={wallets} chosen={wallet.id} onChoose={choose} />
      <WalletView key={wallet.id} wallet={wallet} />
    </>
  )
}

const WalletView = ({ wallet }: { wallet: Wallet }) =>
  wallet.type === 'tron' ? <TronView wallet={wallet} /> : <PerfectMoneyView wallet={wallet} />

/** Quiet, as the rest of the screen still works. */
function WalletsFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  const t = useTranslations()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-soft">
      <p>{t('deposit.failed')}</p>
      <Button variant="secondary" isBusy={isBusy} icon={<RotateCw size={18} aria-hidden />} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

function NoWallets() {
  const t = useTranslations('deposit')
  return (
    <EmptyState icon={<WalletCards aria-hidden />} title={t('empty')}>
      <SupportLink />
    </EmptyState>
  )
}

/** Money sent now could not be credited. */
function Closed() {
  const t = useTranslations('deposit')
  return (
    <EmptyState icon={<Lock aria-hidden />} title={t('closed_title')}>
      {t('closed_text')}
      <SupportLink />
    </EmptyState>
  )
}

function SupportLink() {
  const t = useTranslations('profile')
  const { telegram_link } = useSettings()
  if (!telegram_link) return null
  return (
    <span className="mt-3 flex justify-center">
      <a href={telegram_link} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'secondary' })}>
        {t('support')}
      </a>
    </span>
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
