import { decideMoneyRequest, type MoneyRequest, withdrawMoneyRequest } from '@cashbox/contract/operator'
import { Check, type LucideIcon, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/act-buttons.tsx'
import { ActDialog } from '../../platform/act-dialog.tsx'
import { useOperator } from '../../platform/session.ts'
import { DecisionForm } from './decision-form.tsx'
import { type Decision, renewRequest } from './requests.ts'

const icons: Record<Decision, LucideIcon> = { approve: Check, reject: X, withdraw: Undo2 }

/** What the operator can decide: another's request, or to take back their own. */
export function RequestDecisions({ request }: { request: MoneyRequest }) {
  const t = useTranslations('money.decisions')
  const decisions = useDecisions(request)
  const [chosen, setChosen] = useState<Decision | null>(null)
  return (
    <>
      <ActButtons
        label={t('label')}
        acts={decisions.map((decision) => ({
          endpoint: decision === 'withdraw' ? withdrawMoneyRequest : decideMoneyRequest,
          label: t(`${decision}.button`),
          icon: icons[decision],
          variant: decision === 'approve' ? 'primary' : 'secondary',
          onChoose: () => setChosen(decision),
        }))}
      />
      {chosen && (
        <ActDialog
          thing={request}
          size="lg"
          title={({ number }) => t(`${chosen}.title`, { number })}
          reload={() => renewRequest(request.id)}
          onClose={() => setChosen(null)}
        >
          {(seen, act) => <DecisionForm {...act} decision={chosen} request={seen} />}
        </ActDialog>
      )}
    </>
  )
}

function useDecisions({ state, requested_by }: MoneyRequest): readonly Decision[] {
  const isOwn = useOperator().id === requested_by.id
  if (state !== 'pending') return []
  return isOwn ? ['withdraw'] : ['approve', 'reject']
}
