import { Card } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { PageHead } from '../../platform/page-head.tsx'
import { EntryDetail } from './entry-detail.tsx'

export function AuditEntryPage() {
  const t = useTranslations('audit')
  const { number = '' } = useParams()
  return (
    <>
      <PageHead title={t('entry', { number })} />
      <Card className="max-w-3xl">
        <EntryDetail number={number} />
      </Card>
    </>
  )
}
