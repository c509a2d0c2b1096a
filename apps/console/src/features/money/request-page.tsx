import { Card } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { PageHead } from '../../platform/page-head.tsx'
import { RequestDetail } from './request-detail.tsx'
import { useRequest } from './requests.ts'

export function RequestPage() {
  const t = useTranslations()
  const { id = '' } = useParams()
  const { data } = useRequest(id)
  return (
    <>
      <PageHead title={data ? t('money.request', { number: data.number }) : t('pages.money')} />
      <Card className="max-w-3xl">
        <RequestDetail id={id} />
      </Card>
    </>
  )
}
