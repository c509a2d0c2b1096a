import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { DetailPage } from '../../platform/detail-page.tsx'
import { ChangeDetail } from './change-detail.tsx'
import { useChange } from './changes.ts'

export function ApprovalPage() {
  const t = useTranslations()
  const { id = '' } = useParams()
  const { data } = useChange(id)
  return (
    <DetailPage title={data ? t('approvals.change', { number: data.number }) : t('pages.approvals')}>
      <ChangeDetail id={id} />
    </DetailPage>
  )
}
