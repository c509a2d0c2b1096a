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
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
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
const own = {
  approve: [approveAgent, ApproveForm],
  terms: [setAgentTerms, TermsForm],
  contact: [changeAgentContact, ContactForm],
} as const

export function AgentDecisions({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const act = useActsAt('agents.acts', { name: fullName(agent) })
  const acts = actsOf(agent).map((kind) => {
    const variant = kind === 'approve' || kind === 'restore' ? 'primary' : 'secondary'
    if (kind === 'approve' || kind === 'terms' || kind === 'contact') {
      const [endpoint, Form] = own[kind]
      const form = <Form agent={agent} />
      return { ...act(kind, endpoint, icons[kind], form), variant, size: 'lg' } as const
    }
    const form = <DecisionForm agent={agent} action={kind} />
    return { ...act(kind, decideAgent, icons[kind], form), variant } as const
  })
  return <Acts label={t('label')} reload={refreshAgents} acts={acts} />
}

/** Terms are set with the approval, so they can change only after it. */
function actsOf({ possible_actions }: KnownAgent): readonly Act[] {
  const possible = order.filter((act) => possible_actions.some(({ action }) => action === act))
  return possible.includes('approve') ? [...possible, 'contact'] : [...possible, 'terms', 'contact']
}
