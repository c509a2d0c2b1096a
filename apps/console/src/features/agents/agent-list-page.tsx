import type { ListedAgent } from '@cashbox/contract/operator'
import type { ComponentProps } from 'react'
import { fullName } from '../../platform/full-name.ts'
import { ListPage } from '../../platform/list-page.tsx'
import { AgentSummary } from './agent-summary.tsx'
import { useAgent, type useAgents } from './agents.ts'

type PageProps = Omit<ComponentProps<typeof ListPage<ListedAgent>>, 'path' | 'rows' | 'keyOf' | 'drawer' | 'query'>

interface AgentListPageProps extends PageProps {
  readonly query: ReturnType<typeof useAgents>
}

/** A list of agents, and one of them beside it. */
export function AgentListPage({ query, ...page }: AgentListPageProps) {
  const nameOf = (id: string) => {
    const listed = query.rows?.find((agent) => agent.id === id)
    return listed ? fullName(listed) : page.title
  }
  return (
    <ListPage
      {...page}
      path="/agents"
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      drawer={(id) => ({
        title: <AgentName id={id} otherwise={nameOf(id)} />,
        content: <AgentSummary id={id} />,
      })}
    />
  )
}

/** Also of an agent who has left the list by what was decided. */
function AgentName({ id, otherwise }: { id: string; otherwise: string }) {
  const { data } = useAgent(id)
  return data ? fullName(data) : otherwise
}
