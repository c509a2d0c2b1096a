import type { TransactionType, User } from '@cashbox/contract'
import { openPopup } from '../../platform/popups.tsx'
import { empty, resumed } from './confirmation.ts'
import { createPaymentFlow } from './payment-flow.ts'
import { PaymentPopup } from './payment-popup.tsx'
import { readUnsure } from './unsure-payment.ts'

const other = { deposit: 'withdraw', withdraw: 'deposit' } as const

/** Opens the popup of a type. A confirmation that still lacks its answer comes first, whatever was asked for. */
export function openPayment(wanted: TransactionType, user: User, transactionId = ''): void {
  const unsure = readUnsure(user.cash_id)
  const type = unsure?.type ?? wanted
  // Made here and not in the popup: it lives on while the popup is covered, as by the location screen.
  const flow = createPaymentFlow(unsure ? resumed(unsure) : empty, user)
  openPopup(`payment-${type}`, (close) => (
    <PaymentPopup
      type={type}
      flow={flow}
      transactionId={transactionId}
      onClose={close}
      onSwitch={(id) => {
        close()
        openPayment(other[type], user, id)
      }}
    />
  ))
}
