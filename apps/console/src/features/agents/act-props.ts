import type { KnownAgent } from '@cashbox/contract/operator'

/** What every form has that does something about an agent. */
export interface ActProps {
  readonly agent: KnownAgent
  readonly onDone: () => void
  readonly onCancel: () => void
  /** Shows the agent as they are now, after somebody else has changed them. */
  readonly onReload: () => void
}
