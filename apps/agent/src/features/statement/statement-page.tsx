import {
  type BalanceExplanation,
  type StatementAccount,
  type StatementKind,
  statementAccounts,
} from '@cashbox/contract'
import { Button, Card, EmptyState, Money, Skeleton } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ListScreen } from '../../platform/day-list/list-screen.tsx'
import { dayOfBound } from '../../platform/day-list/url-filters.ts'
import { Loaded } from '../../platform/failed.tsx'
import { formatMoney, formatWhole } from '../../platform/time/formats.ts'
import { MomentField } from '../../platform/time/moment.tsx'
import { ALL_TIME, CHOSEN, explanationOf, linesOf, type StatementFilter, useStatementFilter } from './statement-data.ts'
import { SignedMoney, StatementRow } from './statement-row.tsx'

export function StatementPage() {
  const t = useTranslations('statement')
  const ofPeriod = useTranslations('period')
  const chosen = useStatementFilter()
  const { filter, months, period, picked, choose } = chosen
  return (
    <ListScreen
      shown="statement"
      title={t('title')}
      period={{
        label: ofPeriod('label'),
        value: period,
        onValueChange: (value) => choose({ period: value === months[0].value ? '' : value }),
        options: [...months, { value: ALL_TIME, label: ofPeriod('all') }, { value: CHOSEN, label: ofPeriod('chosen') }],
      }}
      file={{ list: 'statement', account: filter.account, ...daysOf(chosen) }}
      source={linesOf(filter)}
      row={StatementRow}
      empty={<EmptyState icon={<ScrollText aria-hidden />} title={t('empty')} />}
      end={t('end')}
    >
      {/* An empty field is no limit. */}
      {period === CHOSEN && (
        <div className="grid gap-3">
          <MomentField
            type="datetime-local"
            label={ofPeriod('from')}
            value={picked.from}
            onChange={(from) => choose({ from })}
          />
          <MomentField
            type="datetime-local"
            label={ofPeriod('to')}
            value={picked.to}
            onChange={(to) => choose({ to })}
          />
        </div>
      )}
      <ExplanationCard
        filter={filter}
        onChoose={(kind) => choose({ kind })}
        onAccount={(account) => choose({ account: account === 'float' ? '' : account, kind: '' })}
      />
    </ListScreen>
  )
}

/** A picked value may be a minute; files have whole days. */
const daysOf = ({ period, picked, filter }: ReturnType<typeof useStatementFilter>) =>
  period === CHOSEN
    ? { fromDay: picked.from.slice(0, 10), toDay: picked.to.slice(0, 10) }
    : { fromDay: dayOfBound(filter.from), toDay: dayOfBound(filter.to) }

interface ExplanationProps {
  readonly filter: StatementFilter
  /** With the empty text for all kinds. */
  readonly onChoose: (kind: StatementKind | '') => void
}

interface ExplanationCardProps extends ExplanationProps {
  readonly onAccount: (account: StatementAccount) => void
}

/** Opening and closing balance, and on demand the sums by kind, each of which shows its entries. */
function ExplanationCard({ onAccount, ...props }: ExplanationCardProps) {
  const t = useTranslations('statement')
  const query = useQuery(explanationOf(props.filter.account, props.filter))
  return (
    <Card
      role="region"
      aria-label={t('explanation')}
      aria-busy={query.isPending}
      hasPadding={false}
      className="mt-1 px-4 pt-2"
    >
      <Tabs
        label={t('account')}
        value={props.filter.account}
        onValueChange={onAccount}
        items={statementAccounts.map((value) => ({ value, label: t(`accounts.${value}`) }))}
        className="-mx-2 mb-2"
      />
      <Loaded
        query={query}
        skeleton={
          <div className="grid gap-3">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-full" />
          </div>
        }
      >
        {(explanation) => <Explained {...props} explanation={explanation} />}
      </Loaded>
    </Card>
  )
}

function Explained({ filter, onChoose, explanation }: ExplanationProps & { explanation: BalanceExplanation }) {
  const t = useTranslations('statement')
  const { opening, kinds, closing, currency_code } = explanation
  return (
    <>
      <dl>
        <Figure label={t('opening')} amount={opening} currency={currency_code} />
        <Figure label={t('closing')} amount={closing} currency={currency_code} />
      </dl>
      <details open={filter.kind !== null}>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-brand-text">
          {t('explanation')}
        </summary>
        {kinds.map(({ kind, count, amount }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === filter.kind}
            onClick={() => onChoose(kind === filter.kind ? '' : kind)}
            className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-xl px-2 text-start hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-semibold"
          >
            <span>
              {t(`many.${kind}`)} <bdi className="text-sm text-ink-soft tabular-nums">({formatWhole(count)})</bdi>
            </span>
            <SignedMoney amount={amount} />
          </button>
        ))}
        {filter.kind !== null && (
          <Button variant="ghost" isWide onClick={() => onChoose('')}>
            {t('all_kinds')}
          </Button>
        )}
      </details>
    </>
  )
}

const Figure = ({ label, amount, currency }: { label: string; amount: string; currency: string }) => (
  <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3">
    <dt className="min-w-0">{label}</dt>
    <dd className="ms-auto">
      <Money amount={formatMoney(amount)} currency={currency} />
    </dd>
  </div>
)
