/** The queries of this feature. */
export const topupKeys = {
  list: ['topups', 'list'] as const,
  wallets: ['topups', 'wallets'] as const,
}
