export const BATCH_NUMBER = 'PAYMENT_BATCH_NUM'

export type PaymentOutcome = 'success' | 'decline'

/** The provider numbers what was paid, and sends zero for what was not. */
export const resultOf = (batchNumber: string): PaymentOutcome => (Number(batchNumber) === 0 ? 'decline' : 'success')
