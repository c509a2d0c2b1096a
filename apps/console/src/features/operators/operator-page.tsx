import { UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { DetailPage } from '../../platform/detail-page.tsx'
import { Loaded, oneOf } from '../../platform/loaded.tsx'
import { OperatorDetail } from './operator-detail.tsx'
import { useOperators } from './operators.ts'

export function OperatorPage() {
  const t = useTranslations()
  const { id } = useParams()
  const query = oneOf(useOperators(), (operator) => operator.id === id)
  return (
    <DetailPage title={query.data?.name ?? t('pages.operators')} width="narrow">
      <Loaded query={query} none={{ icon: UserRoundX, title: t('operators.none') }}>
        {(operator) => <OperatorDetail operator={operator} />}
      </Loaded>
    </DetailPage>
  )
}
