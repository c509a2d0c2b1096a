import { asCallFailure } from '@cashbox/client/call-failure'
import type { WholeTransaction } from '@cashbox/contract/operator'
import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import { FileQuestion } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { ConfirmationPart, ReversalPart } from './confirmation-part.tsx'
import { EventsPart } from './events-part.tsx'
import { FactsPart } from './facts-part.tsx'
import { TimelinePart } from './timeline-part.tsx'
import { TransactionHead } from './transaction-head.tsx'
import { useTransaction } from './transactions.ts'

/** One transaction, in the drawer and on the page of its own. */
export function TransactionDetail({ id }: { id: string }) {
  const t = useTranslations('transactions')
  const { data, error, isFetching, refetch } = useTransaction(id)
  if (data) return <Whole transaction={data} />
  if (!error) return <DetailSkeleton />
  const { status } = asCallFailure(error)
  // Nothing of that ID, or nothing that could be one.
  if (status === 404 || status === 422) return <EmptyState icon={<FileQuestion aria-hidden />} title={t('none')} />
  return <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
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
