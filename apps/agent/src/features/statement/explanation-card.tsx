import type { BalanceExplanation, StatementAccount, StatementKind } from '@cashbox/contract'
import { Card, Money, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { formatMoney, formatWhole } from '../../platform/time/formats.ts'
import { SignedMoney } from './signed-money.tsx'
import { explanationOf } from './use-statement.ts'
import type { Bounds } from './use-statement-filter.ts'

interface ExplanationCardProps {
  readonly account: StatementAccount
  readonly bounds: Bounds
}

/** Opening and closing balance of the period, and on demand what lies between them, in figures and in words. */
export function ExplanationCard({ account, bounds }: ExplanationCardProps) {
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
        <Words account={account} explanation={explanation} />
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

/** Corrections can go either way; all other kinds always add or always take. */
const wordsFor = (account: StatementAccount, kind: StatementKind, amount: string) => {
  if (kind === 'adjustment' || kind === 'reversal') {
    return `words.${kind}_${amount.startsWith('-') ? 'took' : 'added'}` as const
  }
  if (account === 'commission' && (kind === 'deposit' || kind === 'withdraw' || kind === 'settlement')) {
    return `words.commission_${kind}` as const
  }
  return `words.${kind}` as const
}

function Words({ account, explanation }: { account: StatementAccount; explanation: BalanceExplanation }) {
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
