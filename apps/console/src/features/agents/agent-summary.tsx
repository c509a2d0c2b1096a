import type { KnownAgent } from '@cashbox/contract/operator'
import { Skeleton } from '@cashbox/ui'
import { UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { useRemember } from '../../platform/forms/use-undo.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { fullName } from '../../platform/values/formats.ts'
import { ButtonLink } from '../../platform/values/values.tsx'
import { AgentDecisions } from './agent-decisions.tsx'
import { useAgent } from './agents.ts'
import { AgentFigures, Overview } from './overview.tsx'

export function AgentSummary({ id }: { id: string }) {
  const t = useTranslations('agents')
  return (
    <AgentLoader id={id}>
      {(agent) => (
        <div className="grid gap-6">
          <PendingChanges kind="agent" id={agent.id} />
          <AgentFigures agent={agent} />
          <AgentDecisions agent={agent} />
          <Overview agent={agent} />
          <ButtonLink href={`/agents/${id}`}>{t('open_all')}</ButtonLink>
        </div>
      )}
    </AgentLoader>
  )
}

export function AgentLoader({ id, children }: { id: string; children: (agent: KnownAgent) => ReactNode }) {
  const t = useTranslations('agents')
  return (
    <Loaded query={useAgent(id)} none={{ icon: UserRoundX, title: t('none') }} skeleton={<AgentSkeleton />}>
      {(agent) => (
        <>
          <Remembered agent={agent} />
          {children(agent)}
        </>
      )}
    </Loaded>
  )
}

function Remembered({ agent }: { agent: KnownAgent }) {
  useRemember({ href: `/agents/${agent.id}`, label: `${fullName(agent)} · ${agent.cash_id}` })
  return null
}

const AgentSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="h-20" />
    <Skeleton className="h-11 w-64" />
    <Skeleton className="h-64" />
  </div>
)
