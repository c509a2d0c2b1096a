import {
  type AgentAction,
  approveAgent,
  changeAgentContact,
  decideAgent,
  type KnownAgent,
  setAgentTerms,
} from '@cashbox/contract/operator'
import { Ban, Check, ContactRound, MessageCircleQuestion, Pause, RotateCcw, SlidersHorizontal, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
import { fullName } from '../../platform/values/formats.ts'
import { ApproveForm, ContactForm, DecisionForm, TermsForm } from './agent-forms.tsx'
import { refreshAgents } from './agents.ts'

/** In the order of their buttons. Most are decisions about the status. */
const acts = {
  approve: [approveAgent, Check, ApproveForm],
  restore: [decideAgent, RotateCcw, DecisionForm],
  suspend: [decideAgent, Pause, DecisionForm],
  request_info: [decideAgent, MessageCircleQuestion, DecisionForm],
  reject: [decideAgent, X, DecisionForm],
  block: [decideAgent, Ban, DecisionForm],
  terms: [setAgentTerms, SlidersHorizontal, TermsForm],
  contact: [changeAgentContact, ContactRound, ContactForm],
} as const

type Act = keyof typeof acts

export function AgentDecisions({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const act = useActsAt('agents.acts', { name: fullName(agent) })
  const shown = kindsOf(agent).map((kind) => {
    const [endpoint, icon, Form] = acts[kind]
    const variant = kind === 'approve' || kind === 'restore' ? 'primary' : 'secondary'
    const size = endpoint === decideAgent ? 'md' : 'lg'
    return { ...act(kind, endpoint, icon, <Form agent={agent} action={kind as AgentAction} />), variant, size } as const
  })
  return <Acts label={t('label')} reload={refreshAgents} acts={shown} />
}

/** Terms are set with the approval, so they can change only after it. */
function kindsOf({ possible_actions }: KnownAgent) {
  const possible = new Set<string>(possible_actions.map(({ action }) => action))
  const isNew = possible.has('approve')
  return (Object.keys(acts) as Act[]).filter(
    (kind) => possible.has(kind) || kind === 'contact' || (kind === 'terms' && !isNew),
  )
}
