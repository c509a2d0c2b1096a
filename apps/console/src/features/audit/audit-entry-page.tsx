import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { DetailPage } from '../../platform/detail-page.tsx'
import { EntryDetail } from './entry-detail.tsx'

export function AuditEntryPage() {
  const t = useTranslations('audit')
  const { number = '' } = useParams()
  return (
    <DetailPage title={t('entry', { number })}>
      <EntryDetail number={number} />
    </DetailPage>
  )
}
