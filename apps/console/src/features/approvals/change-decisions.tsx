import { type ChangeRequest, changeCalls, decideChangeRequest, withdrawChangeRequest } from '@cashbox/contract/operator'
import { Check, type LucideIcon, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/act-buttons.tsx'
import { ActDialog } from '../../platform/act-dialog.tsx'
import { useMay } from '../../platform/roles.ts'
import { useOperator } from '../../platform/session.ts'
import { type Decision, renewChange } from './changes.ts'
import { DecideForm } from './decide-form.tsx'

const icons: Record<Decision, LucideIcon> = { approve: Check, reject: X, withdraw: Undo2 }

/** What the operator can decide: a change of another, or to take back their own. */
export function ChangeDecisions({ request }: { request: ChangeRequest }) {
  const t = useTranslations('approvals.decisions')
  const decisions = useDecisions(request)
  const [chosen, setChosen] = useState<Decision | null>(null)
  return (
    <>
      <ActButtons
        label={t('label')}
        acts={decisions.map((decision) => ({
          endpoint: decision === 'withdraw' ? withdrawChangeRequest : decideChangeRequest,
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
          reload={renewChange}
          onClose={() => setChosen(null)}
        >
          {(seen, act) => <DecideForm {...act} decision={chosen} request={seen} />}
        </ActDialog>
      )}
    </>
  )
}

function useDecisions({ kind, state, subject, requested_by }: ChangeRequest): readonly Decision[] {
  const { id } = useOperator()
  const mayDecide = useMay(changeCalls[kind]) && subject.id !== id
  if (state !== 'pending') return []
  if (requested_by.id === id) return ['withdraw']
  return mayDecide ? ['approve', 'reject'] : []
}
