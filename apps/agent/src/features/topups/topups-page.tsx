import { useTranslations } from 'use-intl'
import { BackLink } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { PerfectMoneyResult, usePerfectMoneyResult } from './perfect-money-result.tsx'
import { TopupTracker } from './topup-tracker.tsx'
import { WalletScreen } from './wallet-screen.tsx'

/** How an agent adds to their balance. */
export function TopupsPage() {
  const t = useTranslations('deposit')
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
