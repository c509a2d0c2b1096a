import type { TransactionType } from '@cashbox/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../platform/notices.ts'
import { useUser } from '../../platform/user.ts'

export const loadPaymentPopup = () => import('./payment-popup.tsx')

/** Opens the payment popup, which is fetched when first needed. */
export function usePaymentPopup() {
  const t = useTranslations('error')
  const user = useUser()
  const [opening, setOpening] = useState<TransactionType | null>(null)
  const open = async (type: TransactionType, transactionId?: string) => {
    setOpening(type)
    try {
      const { openPaymentPopup } = await loadPaymentPopup()
      openPaymentPopup(type, user, transactionId)
    } catch {
      notify('error', t('network'))
    } finally {
      setOpening(null)
    }
  }
  return { open, opening }
}
