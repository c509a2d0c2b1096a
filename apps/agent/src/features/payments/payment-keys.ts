/** The queries of this feature. */
export const paymentKeys = {
  pending: ['payments', 'pending'] as const,
  lookUps: ['payments', 'look-up'] as const,
  lookUp: (transactionId: string) => ['payments', 'look-up', transactionId] as const,
}
