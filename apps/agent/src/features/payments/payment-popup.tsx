import popupTexts from 'virtual:english/popups'
import { useObservable } from '@cashbox/client/observable'
import { type Form, useForm } from '@cashbox/client/use-form'
import type { TransactionType, User } from '@cashbox/contract'
import { cn } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { addBuiltIn } from '../../platform/language/language.ts'
import { openPopup } from '../../platform/popups.tsx'
import { hasNoField } from '../../platform/toasts.ts'
import { type Confirmation, type ConfirmationState, createConfirmation, empty, resumed } from './confirmation.ts'
import { confirmationServices, unansweredAttempt } from './confirmation-services.ts'
import { SuccessView, UnsureView } from './outcome-views.tsx'
import { PaymentForm } from './payment-form.tsx'
import { draftOf, type PaymentValues } from './payment-rules.ts'
import { usePlayerForm, usePlayerPartners } from './player-check.ts'
import { PlayerForm } from './player-form.tsx'
import { DirectionIcon } from './transaction-parts.tsx'

addBuiltIn(popupTexts)

const other = { deposit: 'withdraw', withdraw: 'deposit' } as const

/** A confirmation without an answer comes first, whatever its type; with null nothing else is opened. */
export function openPaymentPopup(wanted: TransactionType | null, user: User, transactionId = ''): void {
  const unanswered = unansweredAttempt(user)
  const type = unanswered?.type ?? wanted
  if (type === null) return
  // Outside the component: it survives while the location screen hides the popup.
  const confirmation = createConfirmation(unanswered ? resumed(unanswered) : empty, confirmationServices(user))
  openPopup(`payment-${type}`, (close) => (
    <PaymentPopup
      type={type}
      confirmation={confirmation}
      transactionId={transactionId}
      onClose={close}
      onSwitch={(id) => {
        close()
        openPaymentPopup(other[type], user, id)
      }}
    />
  ))
}

interface PaymentPopupProps {
  readonly type: TransactionType
  readonly confirmation: Confirmation
  readonly transactionId: string
  readonly onClose: () => void
  readonly onSwitch: (transactionId: string) => void
}

function PaymentPopup({ type, confirmation, transactionId, onClose, onSwitch }: PaymentPopupProps) {
  const state = useObservable(confirmation.state)
  const form = useForm<PaymentValues>({
    initial: valuesOf(state, transactionId),
    // The confirmation outlives this form.
    send: async (values) => confirmation.submit(draftOf(type, values)),
  })
  const partners = usePlayerPartners(type)
  const [isByPlayer, setByPlayer] = useState(wasByPlayer(state))
  const player = usePlayerForm(confirmation, state, partners, isByPlayer)
  useRefusal(isByPlayer ? empty : state, form)
  const idField = useRef<HTMLInputElement>(null)
  useChecks(confirmation)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isDismissable={state.phase === 'filling'}
      title={<Title type={type} phase={state.phase} />}
      focusFirst={idField}
    >
      {state.phase === 'done' ? (
        <SuccessView done={state} onClose={onClose} />
      ) : state.phase === 'unsure' ? (
        <UnsureView unsure={state} confirmation={confirmation} onClose={onClose} />
      ) : isByPlayer ? (
        <PlayerForm
          state={state}
          player={player}
          partners={partners}
          idField={idField}
          onBack={() => setByPlayer(false)}
          onClose={onClose}
        />
      ) : (
        <PaymentForm
          type={type}
          state={state}
          form={form}
          idField={idField}
          onSwitch={onSwitch}
          onClose={onClose}
          onPlayer={partners.length > 0 ? () => setByPlayer(true) : null}
        />
      )}
    </Sheet>
  )
}

const wasByPlayer = (state: ConfirmationState): boolean => 'attempt' in state && state.attempt.byPlayer === true

function valuesOf(state: ConfirmationState, transactionId: string): PaymentValues {
  const sent = state.phase === 'filling' ? state.lost?.attempt : 'attempt' in state ? state.attempt : state.draft
  if (sent?.byPlayer) return { transaction_id: '', amount: '', security_code: '' }
  return { transaction_id: sent?.transactionId ?? transactionId, amount: sent?.amount ?? '', security_code: '' }
}

/** Shows errors at their fields. Errors without a field were shown as toasts. */
function useRefusal(state: ConfirmationState, { fill, showFailure }: Form<PaymentValues>) {
  const failure = state.phase === 'filling' ? state.failure : null
  useEffect(() => {
    if (!failure) return
    // Clear a wrong code: sending it again would use up a try.
    if (failure.errorOf('security_code') !== undefined) fill('security_code', '')
    showFailure(failure, hasNoField)
  }, [failure, fill, showFailure])
}

function Title({ type, phase }: { type: TransactionType; phase: ConfirmationState['phase'] }) {
  const t = useTranslations('payment')
  if (phase === 'unsure') return t('unsure.title')
  return (
    <span className="flex items-center gap-3">
      <span
        className={cn(
          'grid size-9 place-items-center rounded-full',
          type === 'deposit' ? 'bg-deposit-soft text-deposit' : 'bg-withdraw-soft text-withdraw',
        )}
      >
        <DirectionIcon type={type} />
      </span>
      {t(`${type}_title`)}
    </span>
  )
}

/** Polls for an unknown outcome while the popup is open, and at once when the connection is back. */
function useChecks({ startChecks, stopChecks, networkIsBack }: Confirmation) {
  useEffect(() => {
    startChecks()
    window.addEventListener('online', networkIsBack)
    return () => {
      stopChecks()
      window.removeEventListener('online', networkIsBack)
    }
  }, [startChecks, stopChecks, networkIsBack])
}
