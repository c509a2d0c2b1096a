import { confirmPayment, type User } from '@cashbox/contract'
import { call } from '../../platform/call.ts'
import { emit } from '../../platform/events.ts'
import { coordinateText, currentPosition, type Position } from '../../platform/location.ts'
import { notify } from '../../platform/notices.ts'
import { reloadUser } from '../../platform/user.ts'
import type { Confirmation, Draft } from './confirmation.ts'
import { type ConfirmationFlow, createFlow } from './confirmation-flow.ts'
import { findOutcome } from './find-outcome.ts'
import { placeRefusal } from './refusal-places.ts'
import { forgetUnsure, keepUnsure } from './unsure-payment.ts'

/** A confirmation in the real world: the server, the device's location and its storage. */
export const createPaymentFlow = (initial: Confirmation, user: User): ConfirmationFlow =>
  createFlow<Position | null>(initial, {
    cashId: user.cash_id,
    locate: () => (user.is_demo ? Promise.resolve(null) : currentPosition()),
    confirm: sendConfirmation,
    find: findOutcome,
    keep: keepUnsure,
    forget: forgetUnsure,
    newKey: () => crypto.randomUUID(),
    onChange: announce,
  })

async function sendConfirmation(draft: Draft, key: string, position: Position | null): Promise<void> {
  const { type, transactionId, amount, securityCode } = draft
  await call(
    confirmPayment,
    {
      type,
      transaction_id: transactionId,
      amount,
      ...(type === 'withdraw' ? { security_code: securityCode } : {}),
      ...placeOf(position),
    },
    { idempotencyKey: key, ignore403: true },
  )
}

/** Without a position the strings are empty, and the server decides. */
function placeOf(position: Position | null) {
  if (!position) return { geo_lat: '', geo_lon: '' }
  return {
    geo_lat: coordinateText(position.latitude),
    geo_lon: coordinateText(position.longitude),
    geo_accuracy: position.accuracyM,
    geo_at: Math.floor(position.takenAtMs / 1000),
  }
}

const FORBIDDEN = 403

function announce(state: Confirmation) {
  if (state.phase === 'done') {
    void reloadUser()
    emit('payments-confirmed')
  }
  if (state.phase === 'filling' && state.failure) {
    const { notification } = placeRefusal(state.failure)
    if (notification) notify('error', notification)
    // The agent's status has changed, and with it what the dashboard may show.
    if (state.failure.status === FORBIDDEN) void reloadUser()
  }
}
