import { hasPopup } from '../../../platform/popups.tsx'
import { usePaymentPopup } from '../payment-buttons.tsx'
import { pendingType } from '../transaction-queue.tsx'
import { useKeyScanner } from './key-scanner.ts'

/** A hardware scanner opens the form. The form itself leads to the other type. */
export function OpenByScan() {
  const { open } = usePaymentPopup()
  useKeyScanner((id) => {
    if (!hasPopup()) void open(pendingType(id) ?? 'deposit', id)
  })
  return null
}
