import { asCallFailure } from '@cashbox/client/call-failure'
import type { Form } from '@cashbox/client/use-form'
import { type FoundTransaction, lookUpTransaction, type TransactionType } from '@cashbox/contract'
import { Button, Money, Skeleton, useDebounced } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Code } from '../../platform/agent-parts.tsx'
import { call } from '../../platform/call.ts'
import { listen } from '../../platform/events.ts'
import { queryClient } from '../../platform/live/queries.ts'
import { locationSoon } from '../../platform/location/location.ts'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { locationFields } from './confirmation-services.ts'
import {
  canConfirm,
  cleanTransactionId,
  isWorthJudging,
  isWorthLookingUp,
  type LookUp,
  type LookUpAnswer,
  type PaymentValues,
} from './payment-rules.ts'
import { DirectionIcon, Fact, TimeLeft } from './transaction-parts.tsx'

const LOOK_UPS_KEY = ['payments', 'look-up'] as const

const DEBOUNCE_MS = 500

/** Refetches the verdict while the agent counts cash. */
const JUDGE_EVERY_MS = 15_000

const judgeAgain = () =>
  void queryClient.invalidateQueries({
    queryKey: LOOK_UPS_KEY,
    predicate: ({ state }) => isWorthJudging(state as LookUpAnswer),
  })
for (const topic of ['balance', 'status', 'transactions'] as const) listen(topic, judgeAgain)

/** False once the server has answered that it has no look-up. */
let hasLookUp = true

interface UsedLookUp {
  /** The ID is complete, at any length. */
  readonly finish: (text: string) => void
  readonly again: () => void
  readonly isAsking: boolean
}

export function useLookUp(text: string, { isPaused }: { isPaused: boolean }): LookUp & UsedLookUp {
  const { is_demo } = useUser()
  const id = cleanTransactionId(text)
  const [finished, setFinished] = useState(id)
  const wanted = useSettled(id, id === finished)
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: [...LOOK_UPS_KEY, wanted],
    queryFn: async ({ signal }) => {
      const location = locationFields(is_demo ? null : await locationSoon())
      try {
        return await call(lookUpTransaction, { transaction_id: wanted, ...location }, { signal, ignoreErrors: true })
      } catch (error) {
        hasLookUp = !asCallFailure(error).isMissingCall
        if (hasLookUp) throw error
        return null
      }
    },
    // Paused while a confirmation is under way.
    enabled: wanted !== '' && !isPaused && hasLookUp,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: ({ state }) => isWorthJudging(state),
    refetchOnReconnect: ({ state }) => isWorthJudging(state),
    refetchInterval: ({ state }) => isWorthJudging(state) && JUDGE_EVERY_MS,
  })
  const used: UsedLookUp = {
    finish: (whole) => setFinished(cleanTransactionId(whole)),
    again: () => void refetch(),
    isAsking: isFetching,
  }
  if (wanted === '' || !hasLookUp) return { kind: 'none', ...used }
  const failure = error && asCallFailure(error)
  // What the player may not do is about the player or the amount, which this form does not ask for first.
  const message = failure?.errorOf('transaction_id') ?? failure?.errorOf('player_id') ?? failure?.errorOf('amount')
  if (message) return { kind: 'refused', message, ...used }
  if (data) return { kind: 'found', transaction: data.transaction, atMs: dataUpdatedAt, isChecked: !error, ...used }
  return { kind: isFetching ? 'busy' : 'failed', ...used }
}

/** The ID once typing has stopped. */
function useSettled(id: string, isFinished: boolean): string {
  const isStill = useDebounced(id, DEBOUNCE_MS) === id
  const isReady = isWorthLookingUp(id, { isLeft: isFinished }) && (isFinished || isStill)
  return isReady ? id : ''
}

/** Fills in the amount unless the agent has typed one; cleared when the ID changes. */
export function useFilledAmount(type: TransactionType, form: Form<PaymentValues>, lookUp: LookUp): void {
  const filledFor = useRef<string | null>(null)
  const { fill, touched, values } = form
  const id = cleanTransactionId(values.transaction_id)
  const found = lookUp.kind === 'found' && canConfirm(type, lookUp.transaction) ? lookUp.transaction : null
  const isTyped = values.amount !== '' && touched.amount === true
  const isEmpty = values.amount === ''
  useEffect(() => {
    // An initial amount counts as typed.
    if (isTyped || (!isEmpty && filledFor.current === null)) return
    if (found && found.transaction_id !== filledFor.current) {
      filledFor.current = found.transaction_id
      fill('amount', found.amount)
    } else if (filledFor.current !== null && filledFor.current !== id) {
      filledFor.current = null
      fill('amount', '')
    }
  }, [found, id, isTyped, isEmpty, fill])
}

interface LookUpResultProps {
  readonly type: TransactionType
  readonly lookUp: LookUp
  readonly onSwitch: (transactionId: string) => void
}

/** Same height when empty, so that the layout doesn't shift. */
export function LookUpResult({ type, lookUp, onSwitch }: LookUpResultProps) {
  const t = useTranslations('payment')
  return (
    <div aria-live="polite" className="grid min-h-20 content-center rounded-2xl bg-sunken px-4 py-3">
      {lookUp.kind === 'found' ? (
        <Found type={type} transaction={lookUp.transaction} atMs={lookUp.atMs} onSwitch={onSwitch} />
      ) : lookUp.kind === 'busy' ? (
        <Busy />
      ) : (
        <p className="text-center text-ink-soft">
          {lookUp.kind === 'none' ? t('transaction_id_help') : t(`lookup.${lookUp.kind}`)}
        </p>
      )}
    </div>
  )
}

interface FoundProps extends Omit<LookUpResultProps, 'lookUp'> {
  readonly transaction: FoundTransaction
  readonly atMs: number
}

function Found({ type, transaction, atMs, onSwitch }: FoundProps) {
  const t = useTranslations('payment')
  if (transaction.type !== type) return <OtherType transaction={transaction} onSwitch={onSwitch} />
  if (transaction.state !== 'open') return <Problem>{t('lookup.already_confirmed')}</Problem>
  const { customer, fee, currency_code, expires_at } = transaction
  return (
    <>
      <p className="sr-only">{t('lookup.found')}</p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Fact label={t('lookup.player')}>
          <Code className="font-semibold">{customer}</Code>
        </Fact>
        <Fact label={t('lookup.fee')}>
          <Money amount={formatMoney(fee)} currency={currency_code} sign="+" />
        </Fact>
        <Fact label={t('lookup.time_left')}>
          <TimeLeft expiresAt={expires_at} asOfMs={atMs} />
        </Fact>
      </dl>
    </>
  )
}

const Problem = ({ children }: { children: ReactNode }) => (
  <p className="flex gap-2 text-danger">
    <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
    <span>{children}</span>
  </p>
)

/** The ID belongs to the other form: one press opens it. */
function OtherType({ transaction, onSwitch }: { transaction: FoundTransaction; onSwitch: (id: string) => void }) {
  const t = useTranslations()
  const { type, transaction_id: transactionId } = transaction
  return (
    <div className="grid gap-3">
      <Problem>{t(`payment.lookup.is_${type}`)}</Problem>
      <Button variant={type} isWide icon={<DirectionIcon type={type} />} onClick={() => onSwitch(transactionId)}>
        {t(`queue.open_${type}`, { transactionId })}
      </Button>
    </div>
  )
}

function Busy() {
  const t = useTranslations('payment.lookup')
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <span className="sr-only">{t('busy')}</span>
      {['player', 'fee', 'time'].map((name) => (
        <div key={name} className="grid gap-1.5">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  )
}
