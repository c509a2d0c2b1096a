import { agentFinder } from '../features/agents/find-agents.ts'
import { channelFinder } from '../features/channels/find-channels.ts'
import { partnerFinder } from '../features/partners/find-partners.ts'
import { transactionFinder } from '../features/transactions/find-transactions.ts'
import type { Finder } from '../platform/finder.ts'

/** What the command palette finds beyond the pages. */
export const finders: readonly Finder[] = [agentFinder, transactionFinder, channelFinder, partnerFinder]
