/** The queries of this feature. */
export const moneyKeys = {
  requests: ['money', 'requests'] as const,
  request: (id: string) => ['money', 'request', id] as const,
  heldTopups: ['money', 'held top-ups'] as const,
  heldTopup: (id: string) => ['money', 'held top-up', id] as const,
}
