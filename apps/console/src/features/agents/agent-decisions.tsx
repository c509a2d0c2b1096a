import { type AgentAction, approveAgent, decideAgent, type KnownAgent, setAgentTerms } from '@cashbox/contract/operator'
import {
  Ban,
  Check,
  type LucideIcon,
  MessageCircleQuestion,
  Pause,
  RotateCcw,
  SlidersHorizontal,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons, ActDialog } from '../../platform/forms/act-form.tsx'
import { fullName } from '../../platform/values/formats.ts'
import { ApproveForm, DecisionForm, TermsForm } from './agent-forms.tsx'
import { refreshAgents } from './agents.ts'

type Act = 'approve' | 'terms' | AgentAction

const order: readonly Act[] = ['approve', 'restore', 'suspend', 'request_info', 'reject', 'block']

const icons: Record<Act, LucideIcon> = {
  approve: Check,
  request_info: MessageCircleQuestion,
  reject: X,
  suspend: Pause,
  block: Ban,
  restore: RotateCcw,
  terms: SlidersHorizontal,
}

interface AgentDialogProps {
  readonly act: Act
  readonly agent: KnownAgent
  readonly onClose: () => void
}

export function AgentDecisions({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const [chosen, setChosen] = useState<Act | null>(null)
  return (
    <>
      <ActButtons
        label={t('label')}
        acts={actsOf(agent).map((act) => ({
          endpoint: endpointOf(act),
          label: t(`${act}.button`),
          icon: icons[act],
          variant: act === 'approve' || act === 'restore' ? 'primary' : 'secondary',
          onChoose: () => setChosen(act),
        }))}
      />
      {chosen && <AgentDialog act={chosen} agent={agent} onClose={() => setChosen(null)} />}
    </>
  )
}

/** Terms are set with the approval, so they can change only after it. */
function actsOf({ possible_actions }: KnownAgent): readonly Act[] {
  const possible = order.filter((act) => possible_actions.some(({ action }) => action === act))
  return possible.includes('approve') ? possible : [...possible, 'terms']
}

const endpointOf = (act: Act) => (act === 'approve' ? approveAgent : act === 'terms' ? setAgentTerms : decideAgent)

function AgentDialog({ act, agent, onClose }: AgentDialogProps) {
  const t = useTranslations('agents.acts')
  return (
    <ActDialog
      thing={agent}
      size={act === 'approve' || act === 'terms' ? 'lg' : 'md'}
      title={(seen) => t(`${act}.title`, { name: fullName(seen) })}
      reload={() => refreshAgents()}
      onClose={onClose}
    >
      {(seen, props) =>
        act === 'approve' ? (
          <ApproveForm {...props} agent={seen} />
        ) : act === 'terms' ? (
          <TermsForm {...props} agent={seen} />
        ) : (
          <DecisionForm {...props} agent={seen} action={act} />
        )
      }
    </ActDialog>
  )
}
