import {
  createMoneyRequest,
  searchTransactions,
  unlockTransaction,
  type WholeTransaction,
} from '@cashbox/contract/operator'
import { Callout, Card, Money } from '@cashbox/ui'
import { FileQuestion, Lock, LockOpen, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
import { useRemember } from '../../platform/forms/use-undo.ts'
import { useList } from '../../platform/list/use-list.tsx'
import { Loaded, Skeletons } from '../../platform/page/page.tsx'
import { call, useMay } from '../../platform/session/session.ts'
import { formatMoney } from '../../platform/values/formats.ts'
import { RefusedAttempts } from '../../platform/values/refused-attempts.tsx'
import { ButtonLink, Section, TransactionTypeLabel } from '../../platform/values/values.tsx'
import { EventsSection } from './events-section.tsx'
import { ConfirmationSection, FactsSection, ReversalSection, StateBadge } from './facts-section.tsx'
import { TimelineSection } from './timeline-section.tsx'
import { changeTransaction, stateOf, useTransaction } from './transactions.ts'

interface TransactionProps {
  readonly transaction: WholeTransaction
}

const COUNTED = '20'

const skeleton = <Skeletons of={['h-16', 'h-48', 'h-48']} />

export function TransactionDetail({ id }: { id: string }) {
  const t = useTranslations('transactions')
  return (
    <Loaded query={useTransaction(id)} none={{ icon: FileQuestion, title: t('none') }} skeleton={skeleton}>
      {(transaction) => <TransactionView transaction={transaction} />}
    </Loaded>
  )
}

function TransactionView({ transaction }: TransactionProps) {
  const t = useTranslations()
  const { transaction_id: id } = transaction
  useRemember({ href: `/transactions/${id}`, label: id })
  return (
    <div className="grid min-w-0 gap-4 @container">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Money size="xl" amount={formatMoney(transaction.amount)} currency={transaction.currency_code} />
          <TransactionTypeLabel type={transaction.type} />
          <StateBadge state={stateOf(transaction)} />
        </div>
        <TransactionActs transaction={transaction} />
      </div>
      <div className="grid min-w-0 items-start gap-4 @4xl:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Card>
            <FactsSection transaction={transaction} />
          </Card>
          <Card>
            <TimelineSection transaction={transaction} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-4">
          {transaction.confirmation && (
            <Card>
              <ConfirmationSection confirmation={transaction.confirmation} currency={transaction.currency_code} />
            </Card>
          )}
          {transaction.reversal && (
            <Card>
              <ReversalSection reversal={transaction.reversal} />
            </Card>
          )}
          <Card>
            <EventsSection transaction={transaction} />
          </Card>
          <Card>
            <Section title={t('transactions.refused.title')}>
              <RefusedAttempts of={{ transaction_id: id }} emptyTitle={t('agents.no_refused')} />
            </Section>
          </Card>
        </div>
      </div>
    </div>
  )
}

function TransactionActs({ transaction: { transaction_id: id, is_locked, state } }: TransactionProps) {
  const t = useTranslations('transactions.acts')
  const act = useActsAt('transactions.acts', { id })
  const mayReverse = useMay(createMoneyRequest) && state === 'confirmed'
  return (
    <section aria-label={t('label')} className="flex flex-wrap gap-2 empty:hidden">
      <Acts
        acts={[
          is_locked && {
            ...act('unlock', unlockTransaction, LockOpen, {
              send: ({ reason }) => changeTransaction(call(unlockTransaction, { transaction_id: id, reason })),
            }),
            variant: 'primary',
          },
        ]}
      />
      {mayReverse && (
        <ButtonLink href={`/money/new?kind=reversal&transaction_id=${id}`} icon={Undo2}>
          {t('reverse')}
        </ButtonLink>
      )}
    </section>
  )
}

/** Players may be waiting at a counter to be paid, so locked transactions come first. */
export function LockedCallout() {
  const t = useTranslations('transactions')
  const { rows, hasNextPage } = useList(searchTransactions, { state: 'locked', limit: COUNTED })
  if (!rows || rows.length === 0) return null
  return (
    <Callout
      tone="warning"
      icon={<Lock aria-hidden />}
      title={
        <>
          {t('locked_notice', { count: rows.length, hasMore: String(hasNextPage) })}{' '}
          <Link href="/transactions?state=locked" className="underline">
            {t('show_locked', { count: rows.length })}
          </Link>
        </>
      }
    />
  )
}
