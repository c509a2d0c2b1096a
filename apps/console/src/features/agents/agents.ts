import type { InputOf } from '@cashbox/contract'
import { type ChoiceKind, type KnownAgent, listAgents, listChoices, readAgent } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useList } from '../../platform/list/use-list.ts'
import { cacheAnswer, call, queryClient } from '../../platform/session/call.ts'

type Tab = 'locations' | 'topups' | 'confirmations' | 'audit' | 'statement' | 'sessions' | 'notes'

export const agentKeys = {
  lists: ['agents', 'list'] as const,
  agent: (id: string) => ['agents', 'agent', id] as const,
  tabs: (id: string) => ['agents', 'tab', id] as const,
  tab: (id: string, tab: Tab) => [...agentKeys.tabs(id), tab] as const,
  choices: ['agents', 'choices'] as const,
}

export type AgentFilters = Omit<InputOf<typeof listAgents>, 'cursor'>

export const useAgents = (filters: AgentFilters) => useList(agentKeys.lists, listAgents, filters)

export const useAgent = (id: string) =>
  useQuery({
    queryKey: agentKeys.agent(id),
    queryFn: async ({ signal }) => (await call(readAgent, { agent_id: id }, { signal })).agent,
  })

/** Also invalidates dependent queries. */
export function cacheAgent(agent: KnownAgent): void {
  cacheAnswer<KnownAgent>(agentKeys.agent(agent.id), () => agent)
  void queryClient.invalidateQueries({ queryKey: agentKeys.lists })
  void queryClient.invalidateQueries({ queryKey: agentKeys.tabs(agent.id) })
}

export async function refreshAgent(id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: agentKeys.agent(id) }),
    queryClient.invalidateQueries({ queryKey: agentKeys.tabs(id) }),
  ])
}

export const useChoices = (wanted: ChoiceKind) =>
  useQuery({
    queryKey: agentKeys.choices,
    queryFn: async ({ signal }) => (await call(listChoices, {}, { signal })).list,
    select: (choices) => choices.filter(({ kind }) => kind === wanted),
  })
