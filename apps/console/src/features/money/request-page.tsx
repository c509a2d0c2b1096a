import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { DetailPage } from '../../platform/detail-page.tsx'
import { RequestDetail } from './request-detail.tsx'
import { useRequest } from './requests.ts'

export function RequestPage() {
  const t = useTranslations()
  const { id = '' } = useParams()
  const { data } = useRequest(id)
  return (
    <DetailPage title={data ? t('money.request', { number: data.number }) : t('pages.money')}>
      <RequestDetail id={id} />
    </DetailPage>
  )
}
