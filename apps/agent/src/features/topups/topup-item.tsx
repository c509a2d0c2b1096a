import { asCallFailure } from '@cashbox/client/call-failure'
import {
  CONFIRMATIONS_NEEDED,
  OTHER_TOKEN,
  type Topup,
  type TopupReason,
  type TopupState,
  type WalletType,
} from '@cashbox/contract'
import { Callout, Card, cn, EmptyState, IconLink, Money } from '@cashbox/ui'
import {
  CircleCheck,
  CirclePause,
  CircleSlash,
  Clock,
  ExternalLink,
  Hourglass,
  type LucideIcon,
  MessageCircle,
  Undo2,
  WalletCards,
} from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { CopyText, Disc, SupportLink } from '../../platform/agent-parts.tsx'
import { Loaded } from '../../platform/failed.tsx'
import { ListSkeleton, MorePages } from '../../platform/page-parts.tsx'
import { formatExact, formatMoney, formatPercent } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'
import { topupsOf, useTopups } from './topup-news.tsx'
import { shortReference } from './topup-rules.ts'

const looks: Readonly<Record<TopupState, { readonly icon: LucideIcon; readonly disc: string; readonly text: string }>> =
  {
    confirming: { icon: Hourglass, disc: 'bg-demo-soft text-demo', text: 'text-demo' },
    credited: { icon: CircleCheck, disc: 'bg-approved-soft text-approved', text: 'text-approved' },
    held: { icon: CirclePause, disc: 'bg-pending-soft text-pending', text: 'text-pending' },
    returned: { icon: Undo2, disc: 'bg-suspended-soft text-suspended', text: 'text-suspended' },
    failed: { icon: CircleSlash, disc: 'bg-blocked-soft text-blocked', text: 'text-blocked' },
  }

/** Without the count, which changes too often for screen readers. */
const stateText = ({ state, confirmations }: Topup) => {
  if (state !== 'confirming') return state
  return confirmations === 0 ? 'seen' : 'in_progress'
}

const TopupItem = memo(function TopupItem({ topup }: { topup: Topup }) {
  const t = useTranslations('topup')
  const ofDashboard = useTranslations('dashboard')
  const { state, note, coin } = topup
  const { icon: Icon, disc, text } = looks[state]
  return (
    <li className="group flex gap-3">
      <div className="flex flex-col items-center">
        <Disc className={disc} icon={<Icon />} />
        <span className="w-px flex-1 bg-line group-last:hidden" />
      </div>
      <div className="grid min-w-0 flex-1 gap-x-8 gap-y-1 pb-6 group-last:pb-0 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 lg:col-span-2">
          {/* Other tokens can have any name and decimals, so no amount is shown. */}
          {coin === OTHER_TOKEN ? (
            <span className="font-semibold">{t('other_token')}</span>
          ) : (
            <Money amount={formatMoney(topup.sent)} currency={coin} />
          )}
          <Moment seconds={topup.seen_at} className="text-sm text-ink-soft tabular-nums" />
        </div>
        <div className="grid content-start gap-1">
          <p aria-live="polite" className={cn('font-semibold', text)}>
            {t(stateText(topup))}
          </p>
          <TopupOutcome topup={topup} />
          {note && (
            <div className="mt-1 border-s-2 border-line ps-3">
              <p className="text-sm text-ink-soft">{ofDashboard('note')}</p>
              <p dir="auto" className="break-words whitespace-pre-line">
                {note}
              </p>
            </div>
          )}
        </div>
        <TopupReference topup={topup} />
      </div>
    </li>
  )
})

function TopupOutcome({ topup }: { topup: Topup }) {
  const t = useTranslations('topup')
  const { state, confirmations, reason } = topup
  if (state === 'confirming') return confirmations === null ? null : <Confirmations count={confirmations} />
  if (state === 'credited') return <Received topup={topup} />
  if (state === 'held') return reason && <Reason reason={reason} />
  return <p>{t(`${state}_text`)}</p>
}

/** Same height in each state, so that the rows below don't move. */
const SAME_HEIGHT = 'grid min-h-13 content-start gap-1'

function Confirmations({ count }: { count: number }) {
  const t = useTranslations('topup')
  const id = useId()
  const reached = Math.min(count, CONFIRMATIONS_NEEDED)
  return (
    <div className={SAME_HEIGHT}>
      <p id={id} className="text-ink-soft tabular-nums">
        {t('confirming', { count: reached, total: CONFIRMATIONS_NEEDED })}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={CONFIRMATIONS_NEEDED}
        aria-valuenow={reached}
        className="h-2 max-w-80 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-demo transition-[width] duration-200"
          style={{ width: `${(100 * reached) / CONFIRMATIONS_NEEDED}%` }}
        />
      </div>
    </div>
  )
}

function Received({ topup: { received, currency_code, rate, offset_percent } }: { topup: Topup }) {
  const t = useTranslations('topup')
  return (
    <div className={SAME_HEIGHT}>
      {received && (
        <p>
          <Money size="lg" sign="+" amount={formatMoney(received)} currency={currency_code ?? undefined} />
        </p>
      )}
      {rate && offset_percent && (
        <p className="text-sm text-ink-soft tabular-nums">
          {t('rate_used', { rate: formatExact(rate), offset: formatPercent(Number(offset_percent)) })}
        </p>
      )}
    </div>
  )
}

/** The texts of these reasons say what happens next; all others are reviewed. */
const SAY_WHAT_IS_NEXT: ReadonlySet<TopupReason> = new Set(['below_minimum', 'no_rate'])

function Reason({ reason }: { reason: TopupReason }) {
  const t = useTranslations()
  return (
    <div className="grid justify-items-start gap-1">
      <p>{t(`topup.reason.${reason}`)}</p>
      {!SAY_WHAT_IS_NEXT.has(reason) && <p className="text-ink-soft">{t('topup.review')}</p>}
      {reason !== 'no_rate' && (
        <SupportLink className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-text hover:underline">
          <MessageCircle aria-hidden className="size-5" />
          {t('payment.failure.support')}
        </SupportLink>
      )}
    </div>
  )
}

function TopupReference({ topup: { type, reference, explorer_url } }: { topup: Topup }) {
  const t = useTranslations()
  const short = shortReference(reference)
  return (
    <div className="flex items-center self-start text-sm text-ink-soft lg:-me-3">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {type === 'tron' ? (
          <span className="max-lg:sr-only">{t('topup.transaction')}</span>
        ) : (
          <span>{t('topup.batch')}</span>
        )}
        <bdi dir="ltr" title={reference} className="font-mono text-ink">
          {short}
        </bdi>
      </span>
      <CopyText label={t('topup.copy', { reference: short })} text={reference} className="ms-1" />
      {explorer_url && (
        <IconLink
          href={explorer_url}
          label={t('topup.explorer')}
          icon={<ExternalLink aria-hidden className="size-5" />}
        />
      )}
    </div>
  )
}

export function TopupTracker() {
  const t = useTranslations('topup')
  const id = useId()
  const topups = useTopups()
  // Other servers may not have this call.
  if (!topups.data && topups.error && asCallFailure(topups.error).status === 404) return null
  return (
    <section aria-labelledby={id} aria-busy={topups.isPending} className="grid gap-3">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {t('title')}
        </h2>
        <Delays types={topups.data?.pages[0]?.delayed ?? []} />
      </div>
      <Loaded query={topups} skeleton={<ListSkeleton />}>
        {({ pages }) => <TopupList list={topupsOf(pages)} more={<MorePages query={topups} label={t('more')} />} />}
      </Loaded>
    </section>
  )
}

function TopupList({ list, more }: { list: readonly Topup[]; more: ReactNode }) {
  const t = useTranslations('topup')
  if (list.length === 0) return <EmptyState icon={<WalletCards aria-hidden />} title={t('empty')} />
  return (
    <>
      <Card hasPadding={false} className="p-4">
        <ol>
          {list.map((topup) => (
            <TopupItem key={topup.id} topup={topup} />
          ))}
        </ol>
      </Card>
      {more}
    </>
  )
}

function Delays({ types }: { types: readonly WalletType[] }) {
  const t = useTranslations()
  return (
    <div role="status">
      {types.length > 0 && (
        <Callout tone="info" icon={<Clock aria-hidden />} title={t('topup.delayed')} className="mt-3">
          {types.map((type) => (
            <p key={type}>
              {t('topup.delayed_text', { name: t(`wallet.${type === 'tron' ? 'tron' : 'perfect_money'}.name`) })}
            </p>
          ))}
        </Callout>
      )}
    </div>
  )
}
