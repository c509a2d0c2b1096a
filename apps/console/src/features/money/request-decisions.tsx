import { decideMoneyRequest, type MoneyRequest, withdrawMoneyRequest } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Check, Undo2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../platform/roles.ts'
import { useOperator } from '../../platform/session.ts'
import { DecisionForm } from './decision-form.tsx'
import { renewRequest } from './requests.ts'

export type Decision = 'approve' | 'refuse' | 'withdraw'

const icons: Record<Decision, ReactNode> = {
  approve: <Check size={16} aria-hidden />,
  refuse: <X size={16} aria-hidden />,
  withdraw: <Undo2 size={16} aria-hidden />,
}

/** What whoever is logged in can decide: about somebody else's, or to take back their own. */
export function RequestDecisions({ request }: { request: MoneyRequest }) {
  const t = useTranslations()
  const decisions = useDecisions(request)
  const [chosen, setChosen] = useState<{ decision: Decision; seen: MoneyRequest } | null>(null)
  const close = () => setChosen(null)
  return (
    <>
      {decisions.length > 0 && (
        <section aria-label={t('money.decisions.label')} className="flex flex-wrap gap-2">
          {decisions.map((decision) => (
            <Button
              key={decision}
              variant={decision === 'approve' ? 'primary' : 'secondary'}
              icon={icons[decision]}
              // Of this moment: what is decided is decided on what was seen.
              onClick={() => setChosen({ decision, seen: request })}
            >
              {t(`money.decisions.${decision}.button`)}
            </Button>
          ))}
        </section>
      )}
      {chosen && (
        <Sheet
          isOpen
          onClose={close}
          size="lg"
          title={t(`money.decisions.${chosen.decision}.title`, { number: request.number })}
          closeLabel={t('common.close')}
        >
          <DecisionForm
            decision={chosen.decision}
            request={chosen.seen}
            onDone={close}
            onReload={() => void renewRequest(request.id).then(close)}
          />
        </Sheet>
      )}
    </>
  )
}

function useDecisions({ state, requested_by }: MoneyRequest): readonly Decision[] {
  const mayDecide = useMay(decideMoneyRequest)
  const mayWithdraw = useMay(withdrawMoneyRequest)
  const isOwn = useOperator().id === requested_by.id
  if (state !== 'waiting') return []
  if (isOwn) return mayWithdraw ? ['withdraw'] : []
  return mayDecide ? ['approve', 'refuse'] : []
}
