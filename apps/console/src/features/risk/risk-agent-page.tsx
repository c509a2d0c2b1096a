import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { fullName } from '../../platform/full-name.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { useRiskAgent } from './risk.ts'
import { RiskDetail } from './risk-detail.tsx'
import { ScoreHelp } from './score-help.tsx'

export function RiskAgentPage() {
  const t = useTranslations('pages')
  const { cash_id = '' } = useParams()
  const { data } = useRiskAgent(cash_id)
  return (
    <>
      <PageHead title={data ? fullName(data) : t('risk')} actions={<ScoreHelp />} />
      <RiskDetail cashId={cash_id} />
    </>
  )
}
