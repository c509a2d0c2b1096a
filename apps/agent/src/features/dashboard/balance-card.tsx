import type { User } from '@cashbox/contract'
import { Card, cn, IconButton, iconButtonClass, useLatePart } from '@cashbox/ui'
import { ChevronRight, CircleHelp, Plus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { RefreshButton } from '../../platform/refresh-button.tsx'
import { formatMoney } from '../../platform/time/formats.ts'

export function BalanceCard({ user, forecast }: { user: User; forecast: ReactNode }) {
  const t = useTranslations('dashboard')
  return (
    <Card surface="slab" className="grid gap-2">
      <div className="flex items-center gap-1">
        <h2 className="text-slab-soft">{t('balance')}</h2>
        <BalanceHelp />
        <div className="ms-auto flex gap-2">
          {!user.is_demo && <RefreshButton variant="on-ink" label={t('refresh')} />}
        </div>
      </div>
      <Balance amount={formatMoney(user.channel.balance)} currency={user.channel.currency_code} />
      {forecast}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {!user.has_block && (
          <Link
            href="/statement"
            className="inline-flex min-h-11 items-center gap-1 rounded-xl text-slab-soft hover:text-slab-ink focus-visible:outline-slab-ink"
          >
            {t('statement')}
            <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
          </Link>
        )}
        {/* A blocked agent's top-up could not be credited. */}
        {user.status === 'approved' && (
          <Link
            href="/account-deposit"
            className={cn(iconButtonClass({ variant: 'on-ink' }), 'w-auto gap-1.5 ps-3 pe-4 font-semibold')}
          >
            <Plus aria-hidden className="size-5" />
            {t('add_funds')}
          </Link>
        )}
      </div>
    </Card>
  )
}

/** Estimated from the widths of digits and signs in the font. */
const widthEm = (amount: string, currency: string) =>
  0.66 * amount.replaceAll(/[^\d]/g, '').length +
  0.3 * amount.replaceAll(/\d/g, '').length +
  0.4 * currency.length +
  0.3

/** At 40 px, or smaller for a long sum. */
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

const SPARE_TIME_MS = 1500

const loadPopover = async () => (await import('@cashbox/ui/popover')).HelpPopover

/** The popover is loaded after the first render; a press before that opens it when loaded. */
function BalanceHelp() {
  const t = useTranslations()
  const { Part: HelpPopover, isOpen, open, fetchAhead } = useLatePart(loadPopover)
  useEffect(() => {
    const timer = setTimeout(fetchAhead, SPARE_TIME_MS)
    return () => clearTimeout(timer)
  }, [fetchAhead])
  const look = { label: t('common.help'), variant: 'on-ink-plain' } as const
  if (!HelpPopover) return <IconButton {...look} icon={<CircleHelp aria-hidden size={20} />} onClick={open} />
  return (
    <HelpPopover {...look} title={t('dashboard.balance_help_title')} isOpenFirst={isOpen}>
      {t('dashboard.balance_help')}
    </HelpPopover>
  )
}
