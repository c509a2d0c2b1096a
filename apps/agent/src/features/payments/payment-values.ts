/** What stands in the form. */
export interface PaymentValues {
  readonly transactionId: string
  readonly amount: string
  readonly securityCode: string
}
