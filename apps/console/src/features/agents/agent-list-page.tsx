import type { ListedAgent } from '@cashbox/contract/operator'
import type { ComponentProps } from 'react'
import { fullName } from '../../platform/full-name.ts'
import { ListPage } from '../../platform/list-page.tsx'
import { useOpened } from '../../platform/url-filters.ts'
import { AgentSummary } from './agent-summary.tsx'
import { useAgent, type useAgents } from './agents.ts'

type PageProps = Omit<ComponentProps<typeof ListPage<ListedAgent>>, 'path' | 'rows' | 'keyOf' | 'drawer' | 'query'>

interface AgentListPageProps extends PageProps {
  readonly query: ReturnType<typeof useAgents>
}

/** Names an agent in the result of a bulk act. */
export const nameOfAgent = (agent: ListedAgent) => `${fullName(agent)} (${agent.cash_id})`

/** A list of agents, and one of them beside it. */
export function AgentListPage({ query, ...page }: AgentListPageProps) {
  const { opened } = useOpened()
  const listed = query.rows?.find(({ id }) => id === opened)
  return (
    <ListPage
      {...page}
      path="/agents"
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      drawer={
        opened !== null && {
          title: <AgentName id={opened} otherwise={listed ? fullName(listed) : page.title} />,
          content: <AgentSummary id={opened} />,
        }
      }
    />
  )
}

/** Also of an agent who has left the list by what was decided. */
function AgentName({ id, otherwise }: { id: string; otherwise: string }) {
  const { data } = useAgent(id)
  return data ? fullName(data) : otherwise
}
