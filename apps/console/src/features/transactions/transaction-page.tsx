import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { PageHead } from '../../platform/page-head.tsx'
import { TransactionDetail } from './transaction-detail.tsx'

export function TransactionPage() {
  const t = useTranslations('transactions')
  const { transaction_id: id = '' } = useParams()
  return (
    <>
      <PageHead title={t('one', { id })} />
      <TransactionDetail key={id} id={id} />
    </>
  )
}
