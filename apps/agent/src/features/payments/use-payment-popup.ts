import type { TransactionType } from '@cashbox/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { latestOnly } from '../../platform/when-idle.ts'

export const loadPaymentPopup = () => import('./payment-popup.tsx')

/** One for all buttons: two popups must not lie one over the other. */
const wish = latestOnly()

/** Opens the payment popup, which is fetched when first needed. */
export function usePaymentPopup() {
  const t = useTranslations('error')
  const user = useUser()
  const [opening, setOpening] = useState<TransactionType | null>(null)
  const open = async (type: TransactionType, transactionId?: string) => {
    const isWanted = wish()
    setOpening(type)
    try {
      const { openPaymentPopup } = await loadPaymentPopup()
      if (isWanted()) openPaymentPopup(type, user, transactionId)
    } catch {
      if (isWanted()) notify('error', t('network'))
    } finally {
      setOpening((present) => (present === type ? null : present))
    }
  }
  return { open, opening }
}
