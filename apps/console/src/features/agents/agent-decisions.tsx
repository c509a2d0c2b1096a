import * as api from '@cashbox/contract/operator'
import { Ban, Check, ContactRound, MessageCircleQuestion, Pause, RotateCcw, SlidersHorizontal, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
import { fullName } from '../../platform/values/formats.ts'
import { ApproveForm, ContactForm, DecisionForm, TermsForm } from './agent-forms.tsx'
import { refreshAgents } from './agents.ts'

/** In the order of their buttons. Most are decisions about the status. */
const acts = {
  approve: [api.approveAgent, Check, ApproveForm],
  restore: [api.decideAgent, RotateCcw, DecisionForm],
  suspend: [api.decideAgent, Pause, DecisionForm],
  request_info: [api.decideAgent, MessageCircleQuestion, DecisionForm],
  reject: [api.decideAgent, X, DecisionForm],
  block: [api.decideAgent, Ban, DecisionForm],
  terms: [api.setAgentTerms, SlidersHorizontal, TermsForm],
  contact: [api.changeAgentContact, ContactRound, ContactForm],
} as const

type Act = keyof typeof acts

export function AgentDecisions({ agent }: { agent: api.KnownAgent }) {
  const t = useTranslations('agents.acts')
  const act = useActsAt('agents.acts', { name: fullName(agent) })
  const shown = kindsOf(agent).map((kind) => {
    const [endpoint, icon, Form] = acts[kind]
    const variant = kind === 'approve' || kind === 'restore' ? 'primary' : 'secondary'
    const size = endpoint === api.decideAgent ? 'md' : 'lg'
    return {
      ...act(kind, endpoint, icon, <Form agent={agent} action={kind as api.AgentAction} />),
      variant,
      size,
    } as const
  })
  return <Acts label={t('label')} reload={refreshAgents} acts={shown} />
}

/** Terms are set with the approval, so they can change only after it. */
function kindsOf({ possible_actions }: api.KnownAgent) {
  const possible = new Set<string>(possible_actions.map(({ action }) => action))
  const isNew = possible.has('approve')
  return (Object.keys(acts) as Act[]).filter(
    (kind) => possible.has(kind) || kind === 'contact' || (kind === 'terms' && !isNew),
  )
}
