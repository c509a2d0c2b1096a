import { agentFinder } from '../features/agents/find-agents.ts'
import type { Finder } from '../platform/finder.ts'

/** What the command palette finds beyond the pages. */
export const finders: readonly Finder[] = [agentFinder]
