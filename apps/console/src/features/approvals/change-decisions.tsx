import { type ChangeRequest, changeCalls, decideChangeRequest, withdrawChangeRequest } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { type Decision, RequestDecisions } from '../../platform/request-decisions.tsx'
import { useMay } from '../../platform/roles.ts'
import { useOperator } from '../../platform/session.ts'
import { renewChange } from './changes.ts'
import { DecideForm } from './decide-form.tsx'

/** What the operator can decide: a change of another, or to take back their own. */
export function ChangeDecisions({ request }: { request: ChangeRequest }) {
  const t = useTranslations('approvals.decisions')
  return (
    <RequestDecisions
      request={request}
      decisions={useDecisions(request)}
      calls={{ decide: decideChangeRequest, withdraw: withdrawChangeRequest }}
      words={{
        label: t('label'),
        button: (decision) => t(`${decision}.button`),
        title: (decision, number) => t(`${decision}.title`, { number }),
      }}
      reload={renewChange}
      form={DecideForm}
    />
  )
}

function useDecisions({ kind, state, subject, requested_by }: ChangeRequest): readonly Decision[] {
  const { id } = useOperator()
  const mayDecide = useMay(changeCalls[kind]) && subject.id !== id
  if (state !== 'pending') return []
  if (requested_by.id === id) return ['withdraw']
  return mayDecide ? ['approve', 'reject'] : []
}
