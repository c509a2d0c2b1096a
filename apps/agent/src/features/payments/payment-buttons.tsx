import { readStored } from '@cashbox/client/storage'
import { mayConfirm, type TransactionType } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { storageKeys } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { lateOpener, whenIdle } from '../../platform/when-idle.ts'
import { DirectionIcon } from './transaction-parts.tsx'

/** TopUp confirms a player's deposit, Withdraw a player's withdrawal. */
export function PaymentButtons() {
  const t = useTranslations('dashboard')
  const user = useUser()
  const { open, opening } = usePaymentPopup()
  useEffect(() => whenIdle(() => void loadPaymentPopup().catch(() => {})), [])
  useEffect(() => {
    if (readStored(storageKeys.unsurePayment) !== null) void open(null)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each agent, when the dashboard opens
  }, [user.cash_id])
  const button = (type: TransactionType, label: string) => (
    <Button
      aria-describedby={`${type}-line`}
      variant={type}
      size="lg"
      isWide
      disabled={!mayConfirm(user.status)}
      isBusy={opening === type}
      icon={<DirectionIcon type={type} />}
      onClick={() => void open(type)}
    >
      {label}
    </Button>
  )
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
      {button('deposit', t('top_up'))}
      {button('withdraw', t('withdraw'))}
      <p id="deposit-line" className="text-center text-sm text-balance text-ink-soft">
        {t('top_up_line')}
      </p>
      <p id="withdraw-line" className="text-center text-sm text-balance text-ink-soft">
        {t('withdraw_line')}
      </p>
    </div>
  )
}

const loadPaymentPopup = () => import('./payment-popup.tsx')

/** Shared by all buttons, so that two popups never open at once. */
const openLate = lateOpener()

export function usePaymentPopup() {
  const t = useTranslations('error')
  const user = useUser()
  const [opening, setOpening] = useState<TransactionType | null>(null)
  const open = async (type: TransactionType | null, transactionId?: string) => {
    const load = async () => {
      const { openPaymentPopup } = await loadPaymentPopup()
      return () => openPaymentPopup(type, user, transactionId)
    }
    setOpening(type)
    await openLate(load, () => notify('error', t('network')))
    setOpening((present) => (present === type ? null : present))
  }
  return { open, opening }
}
