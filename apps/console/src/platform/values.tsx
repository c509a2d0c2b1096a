import { DateTime, Money } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateTime, formatMoney } from './formats.ts'

/** A moment, in the browser's time zone. Where a table is short of room, its time goes below its date. */
export function When({ seconds }: { seconds: number | null }) {
  const t = useTranslations('common')
  if (seconds === null) return <span className="text-ink-soft">{t('never')}</span>
  const text = formatDateTime(seconds)
  const end = text.lastIndexOf(' ')
  return (
    <DateTime
      seconds={seconds}
      className="whitespace-nowrap tabular-nums group-data-tight/table:whitespace-normal"
      text={
        <>
          <span className="whitespace-nowrap">{text.slice(0, end)}</span>{' '}
          <span className="whitespace-nowrap">{text.slice(end + 1)}</span>
        </>
      }
    />
  )
}

/** An amount as the server sent it. */
export function Amount({ amount, currency }: { amount: string; currency?: string }) {
  return <Money size="sm" amount={formatMoney(amount)} currency={currency} />
}

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
}

/** What is known of one thing, label by label. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid items-baseline gap-x-6 gap-y-2 sm:grid-cols-[fit-content(12rem)_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft max-sm:text-sm">{label}</dt>
          {/* A name or a sentence keeps its own direction. */}
          <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">
            {typeof value === 'string' ? <bdi>{value}</bdi> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
