import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import { Handshake } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Failed } from '../../platform/failed.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { PartnerDetail } from './partner-detail.tsx'
import { usePartners } from './partners.ts'

export function PartnerPage() {
  const t = useTranslations()
  const { code } = useParams()
  const { data, error, isFetching, refetch } = usePartners()
  const partner = data?.find((one) => one.code === code)
  return (
    <>
      <PageHead title={partner?.name ?? t('pages.partners')} />
      <Card className="max-w-4xl">
        {partner ? (
          <PartnerDetail partner={partner} />
        ) : data ? (
          <EmptyState icon={<Handshake aria-hidden />} title={t('partners.none')} />
        ) : error ? (
          <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </Card>
    </>
  )
}
