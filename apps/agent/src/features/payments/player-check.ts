import { type Observable, observable, useObservable } from '@cashbox/client/observable'
import { useForm } from '@cashbox/client/use-form'
import {
  checkPlayer,
  type FoundTransaction,
  listPlayerPartners,
  type OutputOf,
  PLAYER_CHECK_S,
  type PlayerCheck,
  type TransactionType,
} from '@cashbox/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../platform/call.ts'
import { answerTo } from '../../platform/live/queries.ts'
import { locationSoon } from '../../platform/location/location.ts'
import { plainAmount } from '../../platform/plain-amount.ts'
import { useUser } from '../../platform/session/user.ts'
import { hasNoField, toastIfNoField } from '../../platform/toasts.ts'
import type { Confirmation, ConfirmationState } from './confirmation.ts'
import { locationFields } from './confirmation-services.ts'
import { useNow } from './transaction-parts.tsx'

/** The values of the form, by the server's names. */
type PlayerValues = Readonly<Record<'partner' | 'player_id' | 'amount', string>>

export type PlayerPartners = OutputOf<typeof listPlayerPartners>['list']

/** What the partner said, and for which values of the form. */
interface Checked {
  readonly check: PlayerCheck
  readonly asked: string
  readonly atMs: number
  /** Differs from what the agent saw before for the same values, and the agent has not looked again. */
  readonly isChanged: boolean
  /** Refused since, or no longer known to the server. */
  readonly isGone: boolean
}

/** Ends before the server's time does. */
const USABLE_MS = (PLAYER_CHECK_S - 10) * 1000

const askedOf = ({ partner, player_id, amount }: PlayerValues): string =>
  JSON.stringify([partner, player_id.trim(), plainAmount(amount)])

const differs = (one: PlayerCheck, other: PlayerCheck) =>
  one.player_name !== other.player_name || one.min_amount !== other.min_amount || one.max_amount !== other.max_amount

function afterAnswer(before: Checked | null, check: PlayerCheck, asked: string, atMs: number): Checked {
  const isAgain = before?.asked === asked
  const isChanged = isAgain && (before.isChanged || differs(before.check, check))
  return { check, asked, atMs, isChanged, isGone: false }
}

const isAbout = (checked: Checked | null, values: PlayerValues): checked is Checked =>
  checked !== null && !checked.isGone && checked.asked === askedOf(values)

/** `abs`: the clock may have been set back. */
const isOld = ({ atMs }: Checked, nowMs: number) => Math.abs(nowMs - atMs) >= USABLE_MS

const isUsable = (checked: Checked | null, values: PlayerValues, nowMs: number): checked is Checked =>
  isAbout(checked, values) && !isOld(checked, nowMs)

export const foundOf = ({ check_id, player_name, amount, currency_code, fee, expires_at, verdict }: PlayerCheck) =>
  ({
    transaction_id: check_id,
    type: 'deposit',
    amount,
    currency_code,
    customer: player_name,
    fee,
    expires_at,
    state: 'open',
    finished_at: null,
    verdict,
  }) satisfies FoundTransaction

const none: PlayerPartners = []

/** Partners that take deposits by player ID. Empty until they are known, and on a server without this call. */
export function usePlayerPartners(type: TransactionType): PlayerPartners {
  const { is_demo } = useUser()
  const { data } = useQuery({
    ...answerTo(listPlayerPartners, {}, { ignoreErrors: true }),
    enabled: type === 'deposit' && !is_demo,
  })
  return data?.list ?? none
}

const EXPIRED = 'player_check_expired'

/** The form of a deposit by player ID, on once the agent has chosen this way: the first press asks the partner, the second confirms what it said. */
export function usePlayerForm(
  confirmation: Confirmation,
  state: ConfirmationState,
  partners: PlayerPartners,
  isOn: boolean,
) {
  // Outside React: a press must see what was set just before it.
  const [answer] = useState(() => observable<Checked | null>(null))
  const checked = useObservable(answer)
  const nowMs = useNow()
  const sent = state.phase === 'filling' ? state.lost?.attempt : 'attempt' in state ? state.attempt : null
  const form = useForm<PlayerValues>({
    initial: { partner: '', player_id: '', amount: sent?.byPlayer ? sent.amount : '' },
    send: async (values) => {
      const usable = answer.get()
      if (!isUsable(usable, values, Date.now())) return ask(values, partners, answer)
      if (usable.isChanged) return
      const { check_id: transactionId, amount } = usable.check
      confirmation.submit({ type: 'deposit', transactionId, amount, securityCode: '', byPlayer: true })
    },
    showElsewhere: toastIfNoField,
  })
  const { element, showFailure, isBusy, values } = form
  const askAgain = () => {
    forgetAnswer(answer)
    element.ref.current?.requestSubmit()
  }
  const failure = isOn && state.phase === 'filling' ? state.failure : null
  useEffect(() => {
    if (!failure) return
    forgetAnswer(answer)
    if (failure.code === EXPIRED) element.ref.current?.requestSubmit()
    else showFailure(failure, hasNoField)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each failure
  }, [failure])
  // Asks again when the answer is too old, while the agent looks.
  const isDue = isOn && state.phase === 'filling' && !isBusy && isAbout(checked, values) && isOld(checked, nowMs)
  useEffect(() => {
    if (isDue && document.visibilityState === 'visible') element.ref.current?.requestSubmit()
    // oxlint-disable-next-line react/exhaustive-deps -- each second, in case the page was hidden
  }, [isDue, nowMs])
  // It counts for as long as the confirmation that was sent with it.
  const isShown = state.phase !== 'filling' || isUsable(checked, values, nowMs)
  return { form, checked: isShown ? checked : null, accept: () => acceptAnswer(answer), askAgain }
}

type Answer = Observable<Checked | null>

async function ask(values: PlayerValues, partners: PlayerPartners, answer: Answer) {
  const location = locationFields(await locationSoon())
  const [player_id, amount] = [values.player_id.trim(), plainAmount(values.amount)]
  const partner = partners.length > 1 ? { partner: values.partner || (partners[0]?.code ?? '') } : {}
  try {
    const { check } = await call(checkPlayer, { ...partner, player_id, amount, ...location }, { ignore403: true })
    answer.set(afterAnswer(answer.get(), check, askedOf(values), Date.now()))
  } catch (error) {
    forgetAnswer(answer)
    throw error
  }
}

/** What it said stays, to compare the next one with. */
function forgetAnswer(answer: Answer) {
  const before = answer.get()
  if (before) answer.set({ ...before, isGone: true })
}

function acceptAnswer(answer: Answer) {
  const before = answer.get()
  if (before) answer.set({ ...before, isChanged: false })
}
