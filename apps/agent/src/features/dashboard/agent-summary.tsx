import { readStored, store } from '@cashbox/client/storage'
import type { AgentStatus, User } from '@cashbox/contract'
import { buttonClass, Callout, Card, cn, IconButton, IconLink, iconButtonClass, useLatePart } from '@cashbox/ui'
import {
  ChevronRight,
  CircleHelp,
  FlaskConical,
  Hourglass,
  IdCard,
  Lock,
  type LucideIcon,
  MessageCircle,
  Pause,
  Plus,
  TriangleAlert,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { CopyCashId, Disc, StatusBadge, SupportLink } from '../../platform/agent-parts.tsx'
import { RefreshButton } from '../../platform/refresh-button.tsx'
import { useScreenTitle } from '../../platform/screen.tsx'
import { storageKeys } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/user.ts'
import { useSettings } from '../../platform/settings.ts'
import { formatMoney } from '../../platform/time/formats.ts'

/** Pending, rejected and suspended agents have no balance to show. */
const hasBalance = (status: AgentStatus) => status === 'approved' || status === 'blocked'

interface SummaryProps {
  readonly bell: ReactNode
  readonly forecast: ReactNode
  readonly actions: ReactNode
}

export function AgentSummary({ bell, forecast, actions }: SummaryProps) {
  const t = useTranslations('dashboard')
  const user = useUser()
  useScreenTitle(t('title'))
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4 break-words">
      <div className="flex items-center gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold break-words">{t('title')}</h1>
          <StatusBadge user={user} />
        </div>
        {bell}
      </div>
      {user.status !== 'approved' ? <StatusCard user={user} status={user.status} /> : <ManagerNote user={user} />}
      {user.is_demo && (
        <Callout tone="info" icon={<FlaskConical aria-hidden />}>
          {t('demo_note')}
        </Callout>
      )}
      {hasBalance(user.status) && (
        <>
          <BalanceCard user={user} forecast={user.status === 'approved' && forecast} />
          {actions}
        </>
      )}
    </section>
  )
}

type Halted = Exclude<AgentStatus, 'approved'>

const looks: Record<Halted, { readonly icon: LucideIcon; readonly colour: string }> = {
  pending: { icon: Hourglass, colour: 'bg-pending-soft text-pending' },
  rejected: { icon: X, colour: 'bg-rejected-soft text-rejected' },
  suspended: { icon: Pause, colour: 'bg-suspended-soft text-suspended' },
  blocked: { icon: Lock, colour: 'bg-blocked-soft text-blocked' },
}

/** What happens next, and what the agent can do about it. */
function StatusCard({ user, status }: { user: User; status: Halted }) {
  const t = useTranslations()
  const { icon: Icon, colour } = looks[status]
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 break-words">
      <div className="flex items-center gap-4">
        <Disc size="lg" className={cn('max-[22rem]:hidden', colour)} icon={<Icon />} />
        <h2 className="min-w-0 flex-1 text-lg font-semibold">{t(`dashboard.next.${status}_title`)}</h2>
        {!hasBalance(status) && !user.is_demo && <RefreshButton label={t('dashboard.refresh_status')} />}
      </div>
      {user.note && (
        <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('dashboard.note')}>
          <p className="break-words whitespace-pre-line">{user.note}</p>
        </Callout>
      )}
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('dashboard.next.title')}</h3>
        <p className="text-ink-soft">{t(`dashboard.next.${status}_text`)}</p>
      </section>
      <ManagerNote user={user} />
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        <SupportLink className={buttonClass({ isWide: true, size: 'lg' })}>{t('dashboard.manager_open')}</SupportLink>
        <Link href="/profile" className={buttonClass({ variant: 'secondary', isWide: true, size: 'lg' })}>
          {t('dashboard.next.check_details')}
        </Link>
      </div>
    </Card>
  )
}

const MARK = '\uFFFC'

function ManagerNote({ user }: { user: User }) {
  const t = useTranslations('dashboard')
  const { telegram_link } = useSettings()
  const common = useTranslations('common')
  const [isClosed, setClosed] = useState(() => readStored(storageKeys.closedNote) === user.cash_id)
  const isClosable = user.status === 'approved'
  if (isClosed && isClosable) return null
  const close = () => {
    store(storageKeys.closedNote, user.cash_id)
    setClosed(true)
  }
  const [before = '', after = ''] = t('manager_note', { cashId: MARK }).split(MARK)
  return (
    <Callout tone="warning" icon={<IdCard aria-hidden />} className="items-center py-3 pe-1">
      <div className="flex flex-wrap items-center justify-end">
        <p className="min-w-36 flex-1 break-words">
          {before}
          <bdi dir="ltr" className="font-semibold whitespace-nowrap tabular-nums select-all">
            {user.cash_id}
          </bdi>
          {after}
        </p>
        <CopyCashId user={user} />
        {isClosable && telegram_link && (
          <IconLink
            href={telegram_link}
            label={t('manager_open')}
            icon={<MessageCircle aria-hidden className="size-5" />}
          />
        )}
        {isClosable && (
          <IconButton label={common('close')} icon={<X aria-hidden className="size-5" />} onClick={close} />
        )}
      </div>
    </Callout>
  )
}

function BalanceCard({ user, forecast }: { user: User; forecast: ReactNode }) {
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
