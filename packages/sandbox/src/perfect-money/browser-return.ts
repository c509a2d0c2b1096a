import type { Order, ReturnMethod } from './order.ts'
import type { Payment } from './payment.ts'
import { statusFields } from './status-call.ts'
import { NO_PAYMENT_ID } from './v2-hash.ts'

/** The number of a payment that was not made. */
const NO_BATCH = '0'

/** How a checkout ended. */
export type Ending = { readonly payment: Payment } | { readonly cancelled: Order }

/** Where the browser goes from the checkout, and with what. */
export interface BrowserReturn {
  readonly method: ReturnMethod
  readonly url: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

export function browserReturn(ending: Ending, passphrase: string): BrowserReturn {
  if ('payment' in ending) {
    const { order } = ending.payment
    return {
      method: order.payment_url_method,
      url: order.payment_url,
      fields: statusFields(ending.payment, passphrase),
    }
  }
  const order = ending.cancelled
  return {
    method: order.nopayment_url_method,
    url: order.nopayment_url,
    fields: [
      ['PAYEE_ACCOUNT', order.payee_account],
      ['PAYMENT_AMOUNT', order.amount],
      ['PAYMENT_UNITS', order.units],
      ['PAYMENT_ID', order.payment_id ?? NO_PAYMENT_ID],
      ['SUGGESTED_MEMO', order.suggested_memo],
      ['PAYMENT_BATCH_NUM', NO_BATCH],
    ],
  }
}

/** The address of a return by GET, which keeps the query that the merchant's address already has. */
export function addressWithFields({ url, fields }: BrowserReturn): string {
  const address = new URL(url)
  for (const [name, value] of fields) address.searchParams.set(name, value)
  return address.href
}
