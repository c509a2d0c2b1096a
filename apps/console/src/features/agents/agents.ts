import type { InputOf } from '@cashbox/contract'
import { type ChoiceKind, type KnownAgent, listAgents, listChoices, readAgent } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useList } from '../../platform/list.ts'
import { queryClient } from '../../platform/queries.ts'

const listKey = ['agents']
const agentKey = (id: string) => ['agent', id]
/** Of what stands on the tabs of one agent. */
export const partKey = (id: string, part: string) => ['agent part', id, part]

export type AgentFilters = Omit<InputOf<typeof listAgents>, 'cursor'>

export const useAgents = (filters: AgentFilters) => useList(listKey, listAgents, filters)

export const useAgent = (id: string) =>
  useQuery({
    queryKey: agentKey(id),
    queryFn: async ({ signal }) => (await call(readAgent, { agent_id: id }, { signal })).agent,
  })

/** What the server answered to a change, at once. What hangs on it is asked for again. */
export function keepAgent(agent: KnownAgent): void {
  queryClient.setQueryData(agentKey(agent.id), agent)
  void queryClient.invalidateQueries({ queryKey: listKey })
  void queryClient.invalidateQueries({ queryKey: ['agent part', agent.id] })
}

/** The agent and everything on their tabs, as they are now. */
export async function renewAgent(id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: agentKey(id) }),
    queryClient.invalidateQueries({ queryKey: ['agent part', id] }),
  ])
}

/** Countries and messengers, with their names. */
export const useChoices = (wanted: ChoiceKind) =>
  useQuery({
    queryKey: ['choices'],
    queryFn: async ({ signal }) => (await call(listChoices, {}, { signal })).list,
    select: (choices) => choices.filter(({ kind }) => kind === wanted),
  })
