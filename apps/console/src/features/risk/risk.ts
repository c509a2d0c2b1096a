import { listRiskAgents, type RankedAgent, readRiskAgent } from '@cashbox/contract/operator'
import { refresh, useAnswer } from '../../platform/session/call.ts'

export type SignalAgent = Pick<RankedAgent, 'cash_id' | 'first_name' | 'last_name'>

export const useRiskAgent = (cashId: string) =>
  useAnswer(readRiskAgent, { cash_id: cashId }, { select: ({ agent }) => agent })

export const refreshRisk = () => refresh(listRiskAgents.path)
