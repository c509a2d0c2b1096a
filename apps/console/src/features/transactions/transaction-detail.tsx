import type { WholeTransaction } from '@cashbox/contract/operator'
import { Card, Skeleton } from '@cashbox/ui'
import { FileQuestion } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../platform/loaded.tsx'
import { useRemember } from '../../platform/use-remember.ts'
import { ConfirmationSection, ReversalSection } from './confirmation-section.tsx'
import { EventsSection } from './events-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { TimelineSection } from './timeline-section.tsx'
import { TransactionHead } from './transaction-head.tsx'
import { useTransaction } from './transactions.ts'

/** One transaction, in the drawer and on the page of its own. */
export function TransactionDetail({ id }: { id: string }) {
  const t = useTranslations('transactions')
  return (
    <Loaded query={useTransaction(id)} none={{ icon: FileQuestion, title: t('none') }} skeleton={<DetailSkeleton />}>
      {(transaction) => <Whole transaction={transaction} />}
    </Loaded>
  )
}

function Whole({ transaction }: { transaction: WholeTransaction }) {
  const { transaction_id: id } = transaction
  useRemember({ href: `/transactions/${id}`, label: id })
  return (
    <div className="grid min-w-0 gap-4 @container">
      <TransactionHead transaction={transaction} />
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
        </div>
      </div>
    </div>
  )
}

const DetailSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="h-16" />
    <Skeleton className="h-48" />
    <Skeleton className="h-48" />
  </div>
)
