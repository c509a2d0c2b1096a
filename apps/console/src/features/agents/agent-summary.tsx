import * as api from '@cashbox/contract/operator'
import {
  Ban,
  Check,
  ContactRound,
  MessageCircleQuestion,
  Pause,
  RotateCcw,
  SlidersHorizontal,
  UserRoundX,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { Remembered } from '../../platform/forms/use-undo.ts'
import { textAt } from '../../platform/language/language.ts'
import { Loaded, Skeletons } from '../../platform/page/page.tsx'
import { fullName } from '../../platform/values/formats.ts'
import { ButtonLink } from '../../platform/values/values.tsx'
import { ApproveForm, ContactForm, DecisionForm, TermsForm } from './agent-forms.tsx'
import { refreshAgents, useAgent } from './agents.ts'
import { AgentFigures, Overview } from './overview.tsx'

export const AgentSummary = ({ id }: { id: string }) => (
  <AgentLoader id={id}>
    {(agent) => (
      <div className="grid gap-6">
        <PendingChanges kind="agent" id={agent.id} />
        <AgentFigures agent={agent} />
        <AgentDecisions agent={agent} />
        <Overview agent={agent} />
        <ButtonLink href={`/agents/${id}`}>{textAt('agents.open_all')}</ButtonLink>
      </div>
    )}
  </AgentLoader>
)

const skeleton = <Skeletons of={['h-20', 'h-11 w-64', 'h-64']} />

export const AgentLoader = ({ id, children }: { id: string; children: (agent: api.KnownAgent) => ReactNode }) => (
  <Loaded query={useAgent(id)} none={{ icon: UserRoundX, title: textAt('agents.none') }} skeleton={skeleton}>
    {(agent) => (
      <>
        <Remembered href={`/agents/${agent.id}`} label={`${fullName(agent)} · ${agent.cash_id}`} />
        {children(agent)}
      </>
    )}
  </Loaded>
)

/** In the order of their buttons. Most are decisions about the status. */
const acts = {
  approve: ['agents.acts.approve', api.approveAgent, Check, ApproveForm],
  restore: ['agents.acts.restore', api.decideAgent, RotateCcw, DecisionForm],
  suspend: ['agents.acts.suspend', api.decideAgent, Pause, DecisionForm],
  request_info: ['agents.acts.request_info', api.decideAgent, MessageCircleQuestion, DecisionForm],
  reject: ['agents.acts.reject', api.decideAgent, X, DecisionForm],
  block: ['agents.acts.block', api.decideAgent, Ban, DecisionForm],
  terms: ['agents.acts.terms', api.setAgentTerms, SlidersHorizontal, TermsForm],
  contact: ['agents.acts.contact', api.changeAgentContact, ContactRound, ContactForm],
} as const

type Act = keyof typeof acts

export function AgentDecisions({ agent }: { agent: api.KnownAgent }) {
  const act = actsWith({ name: fullName(agent) })
  const shown = kindsOf(agent).map((kind) => {
    const [texts, endpoint, icon, Form] = acts[kind]
    return act(texts, endpoint, icon, <Form agent={agent} action={kind as api.AgentAction} />, {
      variant: kind === 'approve' || kind === 'restore' ? 'primary' : 'secondary',
      size: endpoint === api.decideAgent ? 'md' : 'lg',
    })
  })
  return <Acts isMain label={textAt('agents.acts.label')} reload={refreshAgents} acts={shown} />
}

/** Terms are set with the approval, so they can change only after it. */
function kindsOf({ possible_actions }: api.KnownAgent) {
  const possible = new Set<string>(possible_actions.map(({ action }) => action))
  const isNew = possible.has('approve')
  return (Object.keys(acts) as Act[]).filter(
    (kind) => possible.has(kind) || kind === 'contact' || (kind === 'terms' && !isNew),
  )
}
