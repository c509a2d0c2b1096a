import type { Order } from './order.ts'

/** What was said in a status call and what came of it. */
export interface StatusCall {
  readonly kind: string
  readonly sent_at: number
  readonly took_ms: number
  /** The status that was answered; null when there was no answer. */
  readonly answer: number | null
  /** Why there was no answer. */
  readonly problem: string | null
  readonly fields: readonly (readonly [name: string, value: string])[]
}

export interface Payment {
  readonly batch: string
  /** The checkout where it was paid; null when it was made at the desk. */
  readonly checkout_id: string | null
  readonly paid_at: number
  readonly payer_account: string
  /** As the provider writes it in all that it says of this payment. */
  readonly amount: string
  readonly memo: string
  readonly order: Order
  /** Oldest first. */
  readonly status_calls: readonly StatusCall[]
}
