import walletTexts from 'virtual:english/wallets'
import { getWallets, type Wallet, type WalletType, walletTypes } from '@cashbox/contract'
import { buttonClass, Card, cn, EmptyState, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { Coins, Lock, type LucideIcon, Ticket, WalletCards } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { SupportLink } from '../../platform/agent-parts.tsx'
import { textOf } from '../../platform/call.ts'
import { addBuiltIn } from '../../platform/language/language.ts'
import { answerTo } from '../../platform/live/queries.ts'
import { BackLink } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { useLogged } from '../../platform/settings.ts'
import { PerfectMoneyResult, PerfectMoneyView, usePerfectMoneyResult } from './perfect-money.tsx'
import { TopupTracker } from './topup-item.tsx'
import { TronView } from './tron-view.tsx'

addBuiltIn(walletTexts)

export function TopupsPage() {
  const t = useTranslations('wallet')
  const { is_demo } = useUser()
  const outcome = usePerfectMoneyResult()
  useScreenTitle(t('title'))
  useUsableMark()
  if (outcome) return <PerfectMoneyResult outcome={outcome} />
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <BackLink href="/dashboard" text={t('back')} />
        <h1 className="text-xl font-semibold">{t('title')}</h1>
      </div>
      <WalletScreen />
      {!is_demo && <TopupTracker />}
    </div>
  )
}

function WalletScreen() {
  const t = useTranslations('wallet')
  const { data, isPending } = useWallets()
  const { wallets, wallet, choose } = useChosenWallet(data ?? [])
  const { status } = useUser()
  if (status !== 'approved') {
    // Money sent now could not be credited.
    return (
      <EmptyState icon={<Lock aria-hidden />} title={t('closed_title')}>
        {t('closed_text')}
        <SupportButton />
      </EmptyState>
    )
  }
  if (isPending) return <WalletSkeleton />
  // The list is asked for again every minute, and when the connection is back.
  if (!data) return null
  if (!wallet) {
    return (
      <EmptyState icon={<WalletCards aria-hidden />} title={t('empty')}>
        <SupportButton />
      </EmptyState>
    )
  }
  const View = wallet.type === 'tron' ? TronView : PerfectMoneyView
  return (
    <>
      <WalletChoice wallets={wallets} chosen={wallet.id} onChoose={choose} />
      <View key={wallet.id} wallet={wallet} />
    </>
  )
}

function SupportButton() {
  const t = useTranslations('profile')
  return (
    <span className="mt-3 flex justify-center empty:hidden">
      <SupportLink className={buttonClass({ variant: 'secondary' })}>{t('support')}</SupportLink>
    </span>
  )
}

/** As high as what replaces it, so that the layout doesn't shift. */
function WalletSkeleton() {
  const t = useTranslations()
  return (
    <div role="status" aria-busy="true" className="grid gap-6">
      <span className="sr-only">{t('common.loading')}</span>
      <div className="grid gap-3">
        <p className="text-ink-soft">{t('wallet.choose')}</p>
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

interface WalletChoiceProps {
  readonly wallets: readonly ListedWallet[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

const icons: Record<WalletType, LucideIcon> = { tron: Coins, 'perfect-money': Ticket }

function WalletChoice({ wallets, chosen, onChoose }: WalletChoiceProps) {
  const t = useTranslations('wallet')
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-ink-soft">{t('choose')}</legend>
      <div className="grid grid-cols-2 gap-3 lg:gap-6">
        {wallets.map(({ id, type, name, network, coin }) => {
          const Icon = icons[type]
          return (
            <label
              key={id}
              className={cn(
                'relative flex cursor-pointer flex-col gap-1 rounded-2xl border bg-card p-4 transition-colors duration-150',
                'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand-text',
                id === chosen
                  ? 'border-brand-text shadow-[inset_0_0_0_1px_var(--color-brand-text)]'
                  : 'border-line hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="wallet"
                value={id}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
              />
              <Icon aria-hidden className={cn('mb-2 size-6', id === chosen ? 'text-brand-text' : 'text-ink-soft')} />
              <bdi className="font-semibold">{name}</bdi>
              <bdi className="text-sm text-ink-soft">{[coin, network].filter(Boolean).join(' · ')}</bdi>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

const RATE_FRESH_MS = 60_000

/** Network and address may be missing for a provider with its own page. */
const completed = (wallet: Wallet): Wallet => ({
  ...wallet,
  network: wallet.network ?? null,
  wallet: wallet.wallet ?? null,
  min_deposit: textOf(wallet.min_deposit),
  offset_percent: textOf(wallet.offset_percent),
  rate: textOf(wallet.rate),
})

/** Wallets of known types. A failure is only logged, as the specification says. */
function useWallets() {
  const query = useQuery({
    ...answerTo(getWallets, {}, { ignoreErrors: true }),
    select: ({ wallets }) => wallets.filter(({ type }) => walletTypes.includes(type)).map(completed),
    // Rate changes are not reported live.
    staleTime: RATE_FRESH_MS,
    refetchInterval: RATE_FRESH_MS,
  })
  useLogged('the wallets could not be loaded', query.error)
  return query
}

type ListedWallet = ReturnType<typeof useChosenWallet>['wallets'][number]

/** The choice is in the URL, so that a reload keeps it. */
function useChosenWallet(all: readonly Wallet[]) {
  const [path, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('type')
  // Unique, and stable across reloads: a server may offer several wallets of one type, "tron" and "tron-2".
  const wallets = all.map((wallet) => {
    const place = all.filter(({ type }) => type === wallet.type).indexOf(wallet)
    return { ...wallet, id: place === 0 ? wallet.type : `${wallet.type}-${place + 1}` }
  })
  return {
    wallets,
    wallet: wallets.find(({ id }) => id === chosen) ?? wallets[0],
    choose: (id: string) => navigate(`${path}?type=${id}`, { replace: true }),
  }
}
