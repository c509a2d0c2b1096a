import type { AgentStatus } from '@cashbox/contract'
import { type AgentAction, approveAgent, decideAgent, type KnownAgent, setAgentTerms } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Ban, Check, MessageCircleQuestion, Pause, RotateCcw, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fullName } from '../../platform/full-name.ts'
import { useMay } from '../../platform/roles.ts'
import type { ActProps } from './act-props.ts'
import { renewAgent } from './agents.ts'
import { ApproveForm } from './approve-form.tsx'
import { DecisionForm } from './decision-form.tsx'
import { TermsForm } from './terms-form.tsx'

type Act = 'approve' | 'terms' | AgentAction

/** What an agent's status lets one decide, the main thing first. Terms come with the approval before they can change. */
const possible: Record<AgentStatus, readonly Act[]> = {
  pending: ['approve', 'ask', 'reject'],
  rejected: ['approve', 'ask'],
  approved: ['suspend', 'block', 'terms'],
  suspended: ['restore', 'block', 'terms'],
  blocked: ['restore', 'terms'],
}

const icons: Record<Act, ReactNode> = {
  approve: <Check size={16} aria-hidden />,
  ask: <MessageCircleQuestion size={16} aria-hidden />,
  reject: <X size={16} aria-hidden />,
  suspend: <Pause size={16} aria-hidden />,
  block: <Ban size={16} aria-hidden />,
  restore: <RotateCcw size={16} aria-hidden />,
  terms: <SlidersHorizontal size={16} aria-hidden />,
}

/** What can be done about an agent by whoever is logged in, each after a word on what it does. */
export function AgentDecisions({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const [chosen, setChosen] = useState<Act | null>(null)
  const acts = useActs(agent.status)
  if (acts.length === 0) return null
  return (
    <section aria-label={t('label')} className="flex flex-wrap gap-2">
      {acts.map((act) => (
        <Button
          key={act}
          variant={act === 'approve' || act === 'restore' ? 'primary' : 'secondary'}
          icon={icons[act]}
          onClick={() => setChosen(act)}
        >
          {t(`${act}.button`)}
        </Button>
      ))}
      {chosen && <ActDialog act={chosen} agent={agent} onClose={() => setChosen(null)} />}
    </section>
  )
}

function useActs(status: AgentStatus): readonly Act[] {
  const mayApprove = useMay(approveAgent)
  const mayDecide = useMay(decideAgent)
  const maySetTerms = useMay(setAgentTerms)
  return possible[status].filter((act) => (act === 'approve' ? mayApprove : act === 'terms' ? maySetTerms : mayDecide))
}

function ActDialog({ act, agent, onClose }: { act: Act; agent: KnownAgent; onClose: () => void }) {
  const t = useTranslations()
  // Of the moment the dialog was opened: what is decided is decided on what was seen.
  const [seen] = useState(agent)
  const form: ActProps = {
    agent: seen,
    onDone: onClose,
    onCancel: onClose,
    onReload: () => void renewAgent(seen.id).then(onClose),
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      size={act === 'approve' || act === 'terms' ? 'lg' : 'md'}
      title={t(`agents.acts.${act}.title`, { name: fullName(seen) })}
      closeLabel={t('common.close')}
    >
      {act === 'approve' ? (
        <ApproveForm {...form} />
      ) : act === 'terms' ? (
        <TermsForm {...form} />
      ) : (
        <DecisionForm {...form} action={act} />
      )}
    </Sheet>
  )
}
