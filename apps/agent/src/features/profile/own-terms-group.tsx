import { getOwnTerms, type OwnTerms, parseMinor, type User } from '@cashbox/contract'
import { Money, Row, RowGroup, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Figures } from '../../platform/agent-parts.tsx'
import { answerTo } from '../../platform/live/queries.ts'
import { coordinatesText, metersText } from '../../platform/location/distance.ts'
import { pointOf } from '../../platform/location/location.ts'
import { useLogged } from '../../platform/settings.ts'
import { formatMoney, formatPercent, formatTime } from '../../platform/time/formats.ts'
import { useTimezone } from '../../platform/time/timezone.ts'

/** The agent's fees and limits. Hidden if the server doesn't have this call. */
export function OwnTermsGroup({ user }: { user: User }) {
  const t = useTranslations('own_terms')
  const { data, error, isPending } = useQuery(answerTo(getOwnTerms, {}, { ignoreErrors: true, topics: ['payments'] }))
  useLogged('the terms could not be loaded', error)
  if (!data && !isPending) return null
  return (
    <RowGroup title={t('title')}>
      {data ? <TermRows terms={data.terms} /> : <LoadingRows />}
      {!user.is_demo && <PointRows user={user} />}
    </RowGroup>
  )
}

const LOADING = ['channel', 'deposit_fee', 'withdraw_fee', 'max_amount', 'daily_limit', 'used_today'] as const

/** As many rows as there will be, so that the layout doesn't shift. */
function LoadingRows() {
  const t = useTranslations('own_terms')
  return LOADING.map((name) => <Row key={name} label={t(name)} value={<Skeleton className="h-5 w-24" />} />)
}

const BP_PER_PERCENT = 100

function TermRows({ terms }: { terms: OwnTerms }) {
  const t = useTranslations('own_terms')
  const { currency_code: currency, max_amount, daily_limit, credit_line } = terms
  const limit = (amount: string | null) =>
    amount === null ? t('no_limit') : <Money amount={formatMoney(amount)} currency={currency} />
  return (
    <>
      <Row label={t('channel')} value={<bdi>{`${terms.channel} · ${currency}`}</bdi>} />
      <Row label={t('deposit_fee')} value={<Percent bp={terms.deposit_fee_bp} />} />
      <Row label={t('withdraw_fee')} value={<Percent bp={terms.withdraw_fee_bp} />} />
      <Row label={t('max_amount')} value={limit(max_amount)} />
      <Row label={t('daily_limit')} value={limit(daily_limit)} />
      <Row label={t('used_today')} value={<UsedToday terms={terms} />} />
      {parseMinor(credit_line) !== 0n && <Row label={t('credit_line')} value={limit(credit_line)} />}
    </>
  )
}

const Percent = ({ bp }: { bp: number }) => <Figures>{formatPercent(bp / BP_PER_PERCENT)}</Figures>

function UsedToday({ terms: { used_today, daily_limit, renews_at, currency_code } }: { terms: OwnTerms }) {
  const t = useTranslations('own_terms')
  const timezone = useTimezone()
  const used = <Money amount={formatMoney(used_today)} currency={currency_code} />
  if (daily_limit === null) return used
  return (
    <span className="grid justify-items-end gap-1">
      {used}
      <progress
        aria-label={t('used_today')}
        max={Number(parseMinor(daily_limit) ?? 1n)}
        value={Number(parseMinor(used_today) ?? 0n)}
        className="h-1.5 w-32 accent-brand"
      />
      <span className="text-sm">{t('renews', { time: formatTime(renews_at, timezone) })}</span>
    </span>
  )
}

function PointRows({ user }: { user: User }) {
  const t = useTranslations('own_terms')
  const common = useTranslations('common')
  const locale = useLocale()
  const point = pointOf(user)
  return (
    <>
      {point && <Row label={t('point')} value={<Figures>{coordinatesText(point)}</Figures>} />}
      <Row label={t('area')} value={metersText(user.geo_area, common, locale)} />
    </>
  )
}
