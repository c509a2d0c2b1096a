/** How much of everything the network has; a share of 1 is what the console has to stay quick with. */
export interface Size {
  readonly agents: number
  readonly transactions: number
  readonly topups: number
  readonly requests: number
  readonly auditEntries: number
  readonly events: number
  readonly sessions: number
  readonly signals: number
  readonly notes: number
  readonly changes: number
}

export const sizeOf = (share: number): Size => ({
  agents: Math.round(100_000 * share),
  transactions: Math.round(5_000_000 * share),
  topups: Math.round(200_000 * share),
  requests: Math.round(50_000 * share),
  auditEntries: Math.round(1_000_000 * share),
  events: Math.round(500_000 * share),
  sessions: Math.round(300_000 * share),
  signals: Math.round(20_000 * share),
  notes: Math.round(30_000 * share),
  changes: Math.round(20_000 * share),
})
