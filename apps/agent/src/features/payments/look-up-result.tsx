import type { FoundTransaction, TransactionType } from '@cashbox/contract'
import { Button, Money, Skeleton } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/time/formats.ts'
import { DirectionIcon } from './direction-icon.tsx'
import type { LookUp } from './look-up.ts'
import { TimeLeft } from './time-left.tsx'

interface LookUpResultProps {
  readonly type: TransactionType
  readonly lookUp: LookUp
  readonly onSwitch: (transactionId: string) => void
}

/** What the look-up found. As high when empty as when full, so that nothing moves under the thumb. */
export function LookUpResult({ type, lookUp, onSwitch }: LookUpResultProps) {
  return (
    <div aria-live="polite" className="grid min-h-32 content-center rounded-2xl bg-sunken px-4 py-3">
      {lookUp.kind === 'found' ? (
        <Found type={type} transaction={lookUp.transaction} atMs={lookUp.atMs} onSwitch={onSwitch} />
      ) : lookUp.kind === 'busy' ? (
        <Busy />
      ) : (
        <Hint kind={lookUp.kind} />
      )}
    </div>
  )
}

function Hint({ kind }: { kind: 'none' | 'refused' | 'failed' }) {
  const t = useTranslations('payment')
  return (
    <p className="text-center text-ink-soft">{kind === 'failed' ? t('lookup.failed') : t('transaction_id_help')}</p>
  )
}

interface FoundProps {
  readonly type: TransactionType
  readonly transaction: FoundTransaction
  readonly atMs: number
  readonly onSwitch: (transactionId: string) => void
}

function Found({ type, transaction, atMs, onSwitch }: FoundProps) {
  const t = useTranslations('payment')
  if (transaction.type !== type) return <OtherType transaction={transaction} onSwitch={onSwitch} />
  if (transaction.state !== 'open') return <Problem>{t('lookup.already_confirmed')}</Problem>
  const { customer, amount, fee, currency_code, expires_at } = transaction
  return (
    <>
      <p className="sr-only">{t('lookup.found')}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact label={t('lookup.player')}>
          <bdi dir="ltr" className="font-mono font-semibold">
            {customer}
          </bdi>
        </Fact>
        <Fact label={t('amount')}>
          <Money amount={formatMoney(amount)} currency={currency_code} />
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

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Problem = ({ children }: { children: ReactNode }) => (
  <p className="flex gap-2 text-danger">
    <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
    <span>{children}</span>
  </p>
)

/** A deposit's ID in the form for withdrawals, or the other way round: one press leads to the right form. */
function OtherType({ transaction, onSwitch }: { transaction: FoundTransaction; onSwitch: (id: string) => void }) {
  const t = useTranslations()
  const { type, transaction_id: transactionId } = transaction
  return (
    <div className="grid gap-3">
      <Problem>{t('payment.lookup.wrong_type')}</Problem>
      <Button
        variant={type}
        isWide
        icon={<DirectionIcon type={type} className="size-5" />}
        onClick={() => onSwitch(transactionId)}
      >
        {t(`queue.open_${type}`, { transactionId })}
      </Button>
    </div>
  )
}

function Busy() {
  const t = useTranslations('payment.lookup')
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <span className="sr-only">{t('busy')}</span>
      {['player', 'amount', 'fee', 'time'].map((name) => (
        <div key={name} className="grid gap-1.5">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-5 w-28" />
        </div>
      ))}
    </div>
  )
}
