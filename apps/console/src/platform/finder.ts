import type { OperatorRole } from '@cashbox/contract/operator'

export interface SearchResult {
  /** Also identifies the result. */
  readonly href: string
  readonly label: string
  readonly hint?: string
}

/** Finds things for the command palette, beyond the pages. */
export interface Finder {
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly SearchResult[]>
}
