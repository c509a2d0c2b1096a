import { decideMoneyRequest, type MoneyRequest, withdrawMoneyRequest } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { type Decision, RequestDecisions } from '../../platform/request-decisions.tsx'
import { useOperator } from '../../platform/session.ts'
import { DecisionForm } from './decision-form.tsx'
import { renewRequest } from './requests.ts'

/** What the operator can decide: another's request, or to take back their own. */
export function MoneyDecisions({ request }: { request: MoneyRequest }) {
  const t = useTranslations('money.decisions')
  return (
    <RequestDecisions
      request={request}
      decisions={useDecisions(request)}
      calls={{ decide: decideMoneyRequest, withdraw: withdrawMoneyRequest }}
      words={{
        label: t('label'),
        button: (decision) => t(`${decision}.button`),
        title: (decision, number) => t(`${decision}.title`, { number }),
      }}
      reload={() => renewRequest(request.id)}
      form={DecisionForm}
    />
  )
}

function useDecisions({ state, requested_by }: MoneyRequest): readonly Decision[] {
  const isOwn = useOperator().id === requested_by.id
  if (state !== 'pending') return []
  return isOwn ? ['withdraw'] : ['approve', 'reject']
}
