import type { OperatorRole } from '@cashbox/contract/operator'

export interface Found {
  /** Where it leads, which also identifies it. */
  readonly href: string
  readonly label: string
  readonly hint?: string
}

/** Finds things for the command palette, beyond the pages. */
export interface Finder {
  readonly name: string
  /** Who may see what it finds. */
  readonly roles: readonly OperatorRole[]
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly Found[]>
}
