import type { WholeTransaction } from '@cashbox/contract/operator'
import { Card, Skeleton } from '@cashbox/ui'
import { FileQuestion } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../platform/loaded.tsx'
import { ConfirmationPart, ReversalPart } from './confirmation-part.tsx'
import { EventsPart } from './events-part.tsx'
import { FactsPart } from './facts-part.tsx'
import { TimelinePart } from './timeline-part.tsx'
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

const Whole = ({ transaction }: { transaction: WholeTransaction }) => (
  <div className="grid min-w-0 gap-4 @container">
    <TransactionHead transaction={transaction} />
    <div className="grid min-w-0 items-start gap-4 @4xl:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <Card>
          <FactsPart transaction={transaction} />
        </Card>
        <Card>
          <TimelinePart transaction={transaction} />
        </Card>
      </div>
      <div className="grid min-w-0 gap-4">
        {transaction.confirmation && (
          <Card>
            <ConfirmationPart confirmation={transaction.confirmation} currency={transaction.currency_code} />
          </Card>
        )}
        {transaction.reversal && (
          <Card>
            <ReversalPart reversal={transaction.reversal} />
          </Card>
        )}
        <Card>
          <EventsPart transaction={transaction} />
        </Card>
      </div>
    </div>
  </div>
)

const DetailSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="h-16" />
    <Skeleton className="h-48" />
    <Skeleton className="h-48" />
  </div>
)
