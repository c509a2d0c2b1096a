import { explainFailure } from '@cashbox/client/explain-failure'
import type { User } from '@cashbox/contract'
import { Card, IconButton, iconButtonClass } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import { Plus, RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { formatMoney } from '../../platform/formats.ts'
import { notify } from '../../platform/notices.ts'
import { refreshWallets } from '../../platform/user.ts'
import { BalanceHelp } from './balance-help.tsx'

export function BalanceCard({ user }: { user: User }) {
  const t = useTranslations('dashboard')
  return (
    <Card surface="slab" className="grid gap-2">
      <div className="flex items-center gap-1">
        <h2 className="text-slab-soft">{t('balance')}</h2>
        <BalanceHelp />
        <div className="ms-auto flex gap-2">
          {!user.is_demo && <RefreshButton />}
          <Link href="/account-deposit" aria-label={t('add_funds')} className={iconButtonClass({ variant: 'on-ink' })}>
            <Plus aria-hidden className="size-6" />
          </Link>
        </div>
      </div>
      <Balance amount={formatMoney(user.channel.balance)} currency={user.channel.currency_code} />
    </Card>
  )
}

/** Figures are all equally wide, signs narrow; measured in the font, with a little to spare. */
const widthEm = (amount: string, currency: string) =>
  0.66 * amount.replaceAll(/[^\d]/g, '').length +
  0.3 * amount.replaceAll(/\d/g, '').length +
  0.4 * currency.length +
  0.3

/** At 40 px, or as large as a very long sum can be on one line. */
function Balance({ amount, currency }: { amount: string; currency: string }) {
  const fitting = `${(100 / widthEm(amount, currency)).toFixed(2)}cqi`
  return (
    <p className="@container flex min-h-11 items-center">
      <bdi
        dir="ltr"
        className="leading-none font-semibold whitespace-nowrap tabular-nums"
        style={{ fontSize: `min(2.5rem, ${fitting})` }}
      >
        {amount} <span className="text-[0.5em] font-normal text-slab-soft">{currency}</span>
      </bdi>
    </p>
  )
}

function RefreshButton() {
  const t = useTranslations('dashboard')
  const tError = useTranslations('error')
  const isRunning = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: refreshWallets,
    onError: (error) => notify('error', explainFailure(error, tError)),
    onSettled: () => {
      isRunning.current = false
    },
  })
  // The second of two quick presses comes before the button is drawn as busy.
  const refresh = () => {
    if (isRunning.current) return
    isRunning.current = true
    mutate()
  }
  return (
    <IconButton
      variant="on-ink"
      label={t('refresh')}
      isBusy={isPending}
      icon={<RotateCw aria-hidden className="size-5" />}
      onClick={refresh}
    />
  )
}
