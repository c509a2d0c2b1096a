import { useObservable } from '@cashbox/client/observable'
import type { TransactionType } from '@cashbox/contract'
import { cn } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Confirmation } from './confirmation.ts'
import type { ConfirmationFlow } from './confirmation-flow.ts'
import { DirectionIcon } from './direction-icon.tsx'
import { PaymentForm } from './payment-form.tsx'
import type { PaymentValues } from './payment-values.ts'
import { SuccessView } from './success-view.tsx'
import { UnsureView } from './unsure-view.tsx'

interface PaymentPopupProps {
  readonly type: TransactionType
  readonly flow: ConfirmationFlow
  readonly transactionId: string
  readonly onClose: () => void
  /** The transaction is of the other type. */
  readonly onSwitch: (transactionId: string) => void
}

/** A form, then the certainty that it went through, or the search for it. */
export function PaymentPopup({ type, flow, transactionId, onClose, onSwitch }: PaymentPopupProps) {
  const t = useTranslations()
  const state = useObservable(flow.state)
  const form = useForm<PaymentValues>({ defaultValues: valuesOf(state, transactionId) })
  const idField = useRef<HTMLInputElement>(null)
  useRunning(flow)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isDismissable={state.phase === 'filling'}
      title={<Title type={type} phase={state.phase} />}
      closeLabel={t('common.close')}
      focusFirst={idField}
    >
      {state.phase === 'done' ? (
        <SuccessView done={state} onClose={onClose} />
      ) : state.phase === 'unsure' ? (
        <UnsureView unsure={state} flow={flow} onClose={onClose} />
      ) : (
        <PaymentForm
          type={type}
          state={state}
          form={form}
          idField={idField}
          onSubmit={flow.submit}
          onSwitch={onSwitch}
        />
      )}
    </Sheet>
  )
}

/** What stood in the form when it was last seen. */
function valuesOf(state: Confirmation, transactionId: string): PaymentValues {
  const sent = state.phase === 'filling' ? state.lost?.attempt : 'attempt' in state ? state.attempt : state.draft
  return { transactionId: sent?.transactionId ?? transactionId, amount: sent?.amount ?? '', securityCode: '' }
}

function Title({ type, phase }: { type: TransactionType; phase: Confirmation['phase'] }) {
  const t = useTranslations('payment')
  if (phase === 'unsure') return t('unsure.title')
  if (phase === 'done') return t('success.title')
  return (
    <span className="flex items-center gap-3">
      <span
        className={cn(
          'grid size-9 place-items-center rounded-full',
          type === 'deposit' ? 'bg-deposit-soft text-deposit' : 'bg-withdraw-soft text-withdraw',
        )}
      >
        <DirectionIcon type={type} className="size-5" />
      </span>
      {t(`${type}_title`)}
    </span>
  )
}

/** Asks the server on while the popup is there, and at once when the network comes back. */
function useRunning(flow: ConfirmationFlow) {
  useEffect(() => {
    flow.start()
    window.addEventListener('online', flow.networkIsBack)
    return () => {
      flow.stop()
      window.removeEventListener('online', flow.networkIsBack)
    }
  }, [flow])
}
