import {
  type AgentAction,
  approveAgent,
  changeAgentContact,
  decideAgent,
  type KnownAgent,
  setAgentTerms,
} from '@cashbox/contract/operator'
import {
  Ban,
  Check,
  ContactRound,
  type LucideIcon,
  MessageCircleQuestion,
  Pause,
  RotateCcw,
  SlidersHorizontal,
  X,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Acts } from '../../platform/forms/acts.tsx'
import { fullName } from '../../platform/values/formats.ts'
import { ApproveForm, ContactForm, DecisionForm, TermsForm } from './agent-forms.tsx'
import { refreshAgents } from './agents.ts'

type Act = 'approve' | 'terms' | 'contact' | AgentAction

const order: readonly Act[] = ['approve', 'restore', 'suspend', 'request_info', 'reject', 'block']

const icons: Record<Act, LucideIcon> = {
  approve: Check,
  request_info: MessageCircleQuestion,
  reject: X,
  suspend: Pause,
  block: Ban,
  restore: RotateCcw,
  terms: SlidersHorizontal,
  contact: ContactRound,
}

/** All other acts are decisions about the status. */
const endpoints = { approve: approveAgent, terms: setAgentTerms, contact: changeAgentContact }

export function AgentDecisions({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  return (
    <Acts
      label={t('label')}
      reload={refreshAgents}
      acts={actsOf(agent).map((act) => ({
        endpoint: endpoints[act as keyof typeof endpoints] ?? decideAgent,
        label: t(`${act}.button`),
        icon: icons[act],
        variant: act === 'approve' || act === 'restore' ? 'primary' : 'secondary',
        size: act in endpoints ? 'lg' : 'md',
        title: t(`${act}.title`, { name: fullName(agent) }),
        renderForm: (props) =>
          act === 'approve' ? (
            <ApproveForm {...props} agent={agent} />
          ) : act === 'terms' ? (
            <TermsForm {...props} agent={agent} />
          ) : act === 'contact' ? (
            <ContactForm {...props} agent={agent} />
          ) : (
            <DecisionForm {...props} agent={agent} action={act} />
          ),
      }))}
    />
  )
}

/** Terms are set with the approval, so they can change only after it. */
function actsOf({ possible_actions }: KnownAgent): readonly Act[] {
  const possible = order.filter((act) => possible_actions.some(({ action }) => action === act))
  return possible.includes('approve') ? [...possible, 'contact'] : [...possible, 'terms', 'contact']
}
