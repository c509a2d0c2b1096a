import {
  type BalanceExplanation,
  type StatementAccount,
  type StatementKind,
  statementAccounts,
  statementKinds,
} from '@cashbox/contract'
import { Card, EmptyState, Money, NativeSelect, Skeleton } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { GrowingList } from '../../platform/day-list/growing-list.tsx'
import { DownloadButton, dayOfBound, HistorySwitch } from '../../platform/day-list/list-head.tsx'
import { Failed } from '../../platform/failed.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { formatMoney, formatWhole } from '../../platform/time/formats.ts'
import { MomentField } from '../../platform/time/moment.tsx'
import { ALL_TIME, type Bounds, CHOSEN, explanationOf, linesOf, useStatementFilter } from './statement-data.ts'
import { SignedMoney, StatementRow } from './statement-row.tsx'

const kindsOf = {
  float: statementKinds,
  commission: ['deposit', 'withdraw', 'settlement', 'reversal'],
} as const

/** All movements of the balance or the commission. */
export function StatementPage() {
  const t = useTranslations('statement')
  const chosen = useStatementFilter()
  const { filter, choose } = chosen
  const source = linesOf(filter)
  useScreenTitle(t('title'))
  useUsableMark()
  return (
    <div className="grid gap-4 [overflow-anchor:none] lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <div className="grid gap-4 lg:sticky lg:top-6">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-xl font-semibold">{t('title')}</h1>
          <div className="flex items-center gap-1">
            <PeriodChoice {...chosen} />
            <DownloadButton subject={{ list: 'statement', account: filter.account, ...daysOf(chosen) }} />
          </div>
        </div>
        <HistorySwitch shown="statement" />
        <Tabs
          label={t('account')}
          value={filter.account}
          onValueChange={(account) => choose({ account: account === 'float' ? '' : account, kind: '' })}
          items={statementAccounts.map((value) => ({ value, label: t(`accounts.${value}`) }))}
        />
        {chosen.period === CHOSEN && <ChosenPeriod {...chosen} />}
        <NativeSelect
          label={t('kind')}
          isLabelHidden
          value={filter.kind ?? ''}
          onValueChange={(kind) => choose({ kind })}
          options={[
            { value: '', label: t('all_kinds') },
            ...kindsOf[filter.account].map((value) => ({ value, label: t(`many.${value}`) })),
          ]}
        />
        <ExplanationCard account={filter.account} bounds={filter} />
      </div>
      <GrowingList
        key={source.key.join(' ')}
        source={source}
        row={StatementRow}
        empty={<EmptyState icon={<ScrollText aria-hidden />} title={t('empty')} />}
        end={t('end')}
      />
    </div>
  )
}

/** A picked value may be a minute; files have whole days. */
const daysOf = ({ period, picked, filter }: ReturnType<typeof useStatementFilter>) =>
  period === CHOSEN
    ? { fromDay: picked.from.slice(0, 10), toDay: picked.to.slice(0, 10) }
    : { fromDay: dayOfBound(filter.from), toDay: dayOfBound(filter.to) }

type Chosen = ReturnType<typeof useStatementFilter>

function PeriodChoice({ months, period, choose }: Chosen) {
  const t = useTranslations('period')
  const [current] = months
  return (
    <NativeSelect
      label={t('label')}
      isLabelHidden
      value={period}
      onValueChange={(value) => choose({ period: value === current.value ? '' : value })}
      options={[...months, { value: ALL_TIME, label: t('all') }, { value: CHOSEN, label: t('chosen') }]}
    />
  )
}

/** An empty field is no limit. */
function ChosenPeriod({ picked, choose }: Chosen) {
  const t = useTranslations('period')
  return (
    <div className="grid gap-3">
      <MomentField type="datetime-local" label={t('from')} value={picked.from} onChange={(from) => choose({ from })} />
      <MomentField type="datetime-local" label={t('to')} value={picked.to} onChange={(to) => choose({ to })} />
    </div>
  )
}

interface ExplanationCardProps {
  readonly account: StatementAccount
  readonly bounds: Bounds
}

/** Opening and closing balance, and on demand the sums by kind. */
function ExplanationCard({ account, bounds }: ExplanationCardProps) {
  const t = useTranslations('statement')
  const titleId = useId()
  const { data, error, isPending, isFetching, refetch } = useQuery(explanationOf(account, bounds))
  return (
    <Card role="region" aria-labelledby={titleId} aria-busy={isPending} className="grid gap-3">
      <h2 id={titleId} className="sr-only">
        {t('explanation')}
      </h2>
      {data ? (
        <Explained account={account} explanation={data} />
      ) : isPending ? (
        <div className="grid gap-3">
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
        </div>
      ) : (
        <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function Explained({ account, explanation }: { account: StatementAccount; explanation: BalanceExplanation }) {
  const t = useTranslations('statement')
  const { opening, kinds, closing, currency_code } = explanation
  return (
    <div className="grid gap-2">
      <dl className="grid gap-2">
        <Figure label={t('opening')}>
          <Money amount={formatMoney(opening)} currency={currency_code} />
        </Figure>
        <Figure label={t('closing')}>
          <Money amount={formatMoney(closing)} currency={currency_code} />
        </Figure>
      </dl>
      <details className="-mb-2">
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-brand-text">
          {t('explain')}
        </summary>
        <dl className="grid gap-2 pb-3">
          {kinds.map(({ kind, count, amount }) => (
            <Figure key={kind} label={t(`many.${kind}`)} count={formatWhole(count)}>
              <SignedMoney amount={amount} />
            </Figure>
          ))}
        </dl>
        <ExplanationText account={account} explanation={explanation} />
      </details>
    </div>
  )
}

const Figure = ({ label, count, children }: { label: string; count?: string; children: ReactNode }) => (
  <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3">
    <dt className="min-w-0">
      {label} {count !== undefined && <bdi className="text-sm text-ink-soft tabular-nums">({count})</bdi>}
    </dt>
    <dd className="ms-auto">{children}</dd>
  </div>
)

/** Corrections can be positive or negative; other kinds have one sign. */
const wordsFor = (account: StatementAccount, kind: StatementKind, amount: string) => {
  if (kind === 'adjustment' || kind === 'reversal') {
    return `words.${kind}_${amount.startsWith('-') ? 'took' : 'added'}` as const
  }
  if (account === 'commission' && (kind === 'deposit' || kind === 'withdraw' || kind === 'settlement')) {
    return `words.commission_${kind}` as const
  }
  return `words.${kind}` as const
}

function ExplanationText({ account, explanation }: { account: StatementAccount; explanation: BalanceExplanation }) {
  const t = useTranslations('statement')
  const { opening, kinds, closing, currency_code } = explanation
  const money = (amount: string) => `${formatMoney(amount)} ${currency_code}`
  const sentences = [
    t('words.opening', { amount: money(opening) }),
    ...kinds.map(({ kind, amount }) => t(wordsFor(account, kind, amount), { amount: money(amount.replace('-', '')) })),
    t('words.closing', { amount: money(closing) }),
  ]
  return <p className="pb-2 text-ink-soft">{sentences.join(' ')}</p>
}
