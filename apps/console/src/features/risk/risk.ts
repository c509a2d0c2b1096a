import type { InputOf } from '@cashbox/contract'
import { listRiskAgents, type RankedAgent, readRiskAgent } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useList } from '../../platform/list/use-list.ts'
import { call, queryClient } from '../../platform/session/call.ts'

const riskKeys = {
  ranking: ['risk', 'ranking'] as const,
  agent: (cashId: string) => ['risk', 'agent', cashId] as const,
}

export type SignalAgent = Pick<RankedAgent, 'cash_id' | 'first_name' | 'last_name'>

export type RiskFilters = Omit<InputOf<typeof listRiskAgents>, 'cursor' | 'limit'>

export const useRanking = (filters: RiskFilters) => useList(riskKeys.ranking, listRiskAgents, filters)

export const useRiskAgent = (cashId: string) =>
  useQuery({
    queryKey: riskKeys.agent(cashId),
    queryFn: async ({ signal }) => (await call(readRiskAgent, { cash_id: cashId }, { signal })).agent,
  })

export async function refreshRisk(cashId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: riskKeys.ranking })
  await queryClient.invalidateQueries({ queryKey: riskKeys.agent(cashId) })
}
