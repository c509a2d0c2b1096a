import type { AgentStatus } from '@cashbox/contract'

/** While an agent is pending, rejected or suspended there is nothing to pay from, so nothing of it is shown. */
export const hasBalance = (status: AgentStatus): boolean => status === 'approved' || status === 'blocked'

export type Halted = Exclude<AgentStatus, 'approved'>

/** Something stands between the agent and the counter, and they have to be told what happens next. */
export const hasNextStep = (status: AgentStatus): status is Halted => status !== 'approved'

/** The operator's note says what has to be put right. */
export const hasNote = (status: AgentStatus): boolean => status === 'rejected' || status === 'suspended'
