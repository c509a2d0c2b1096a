import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import { UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Failed } from '../../platform/failed.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { OperatorDetail } from './operator-detail.tsx'
import { useOperators } from './operators.ts'

export function OperatorPage() {
  const t = useTranslations()
  const { id } = useParams()
  const { data, error, isFetching, refetch } = useOperators()
  const operator = data?.find((one) => one.id === id)
  return (
    <>
      <PageHead title={operator?.name ?? t('pages.operators')} />
      <Card className="max-w-2xl">
        {operator ? (
          <OperatorDetail operator={operator} />
        ) : data ? (
          <EmptyState icon={<UserRoundX aria-hidden />} title={t('operators.none')} />
        ) : error ? (
          <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </Card>
    </>
  )
}
