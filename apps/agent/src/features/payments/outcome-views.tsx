import { useIsOnline, useObservable } from '@cashbox/client/observable'
import { Button, buttonClass, Callout, Money, Spinner } from '@cashbox/ui'
import { Check, type LucideIcon, Printer, ReceiptText, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Code, Disc, SupportLink } from '../../platform/agent-parts.tsx'
import { emit } from '../../platform/events.ts'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'
import { AMOUNT_MARK, AmountInText } from './cash-advice.tsx'
import type { Confirmation, Done, Unsure } from './confirmation.ts'
import { DirectionIcon, Fact } from './transaction-parts.tsx'

/** All green, so that it can't be mistaken. */
export function SuccessView({ done, onClose }: { done: Done; onClose: () => void }) {
  const t = useTranslations('payment')
  const ofReceipt = useTranslations('receipt')
  const { currency_code } = useUser().channel
  const { type, amount, transactionId } = done.attempt
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="fixed inset-0 z-50 overflow-y-auto bg-success text-success-ink">
      <div className="mx-auto flex min-h-full max-w-md flex-col px-6 sm:justify-center pt-[max(2.5rem,var(--toasts-reach,0px))] short:pt-[max(0.5rem,var(--toasts-reach,0px))] pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <div
          role="status"
          className="my-auto grid justify-items-center gap-3 py-6 text-center sm:my-0 short:gap-2 short:py-2"
        >
          <span className="mb-3 grid size-24 place-items-center rounded-full bg-success-ink text-success short:mb-0 short:size-16">
            <Check aria-hidden strokeWidth={3} className="size-14" />
          </span>
          <p className="text-xl font-semibold">{t('success.title')}</p>
          <p className="text-lg">{t('success.text')}</p>
          {type === 'withdraw' && (
            <p className="text-lg font-semibold">
              <AmountInText text={t('success.hand_out', { amount: AMOUNT_MARK })} amount={amount} />
            </p>
          )}
          {done.wasUnsure && <p>{t('unsure.went_through')}</p>}
          <p className="mt-5 flex items-center gap-2 short:mt-0">
            <DirectionIcon type={type} />
            {t(`${type}_title`)}
          </p>
          <bdi dir="ltr" className="text-balance font-semibold break-words tabular-nums">
            {formatMoney(amount)} <span className="text-lg">{currency_code}</span>
          </bdi>
          <dl className="mt-5 grid w-full grid-cols-2 gap-4 border-t border-success-ink/30 pt-5 short:mt-0 short:pt-2">
            <div>
              <dt className="text-sm">{t('transaction_id')}</dt>
              <dd>
                <Code className="font-semibold break-all select-all">{transactionId}</Code>
              </dd>
            </div>
            <div>
              <dt className="text-sm">{t('success.time')}</dt>
              <dd className="font-semibold tabular-nums">
                <Moment seconds={done.finishedAt} />
              </dd>
            </div>
          </dl>
        </div>
        <div className="mb-3 grid auto-cols-fr grid-flow-col gap-3">
          <PaperButton icon={ReceiptText} label={t('receipt')} onPress={() => emit('open-receipt', transactionId)} />
          {typeof window.print === 'function' && (
            <PaperButton
              icon={Printer}
              label={ofReceipt('print')}
              onPress={() => emit('print-receipt', transactionId)}
            />
          )}
        </div>
        <button
          ref={button}
          type="button"
          onClick={onClose}
          className="min-h-14 rounded-2xl bg-success-ink font-semibold text-success focus-visible:outline-success-ink"
        >
          {t('got_it')}
        </button>
      </div>
    </div>
  )
}

const PaperButton = ({ icon: Icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="flex min-h-14 min-w-0 items-center justify-center gap-2 rounded-2xl border border-success-ink px-2 font-semibold focus-visible:outline-success-ink"
  >
    <Icon aria-hidden className="size-5 shrink-0" />
    <span className="min-w-0 break-words">{label}</span>
  </button>
)

interface UnsureViewProps {
  readonly unsure: Unsure
  readonly confirmation: Confirmation
  readonly onClose: () => void
}

/** No answer yet. Nothing here invites a second payment. */
export function UnsureView({ unsure: { attempt, isOverdue }, confirmation, onClose }: UnsureViewProps) {
  const t = useTranslations()
  const isOnline = useIsOnline()
  const isChecking = useObservable(confirmation.isChecking)
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => view.current?.focus(), [])
  return (
    <div ref={view} tabIndex={-1} className="grid gap-5 outline-none">
      <div className="flex items-start gap-4" role="status">
        <Disc size="lg" className="bg-pending-soft text-pending" icon={isOnline ? <Spinner /> : <WifiOff />} />
        <p className="min-w-0 pt-0.5 text-ink-soft">
          {isOnline ? t('payment.unsure.text') : t('payment.unsure.offline')}
        </p>
      </div>
      <Callout tone="warning" role="alert" icon={<TriangleAlert aria-hidden />}>
        <p className="font-semibold">{t(`payment.unsure.warning_${attempt.type}`)}</p>
      </Callout>
      <dl className="grid gap-3 rounded-2xl bg-sunken px-4 py-3">
        <Fact label={t('payment.transaction_id')}>
          <Code className="text-lg font-semibold tracking-wider break-all select-all">{attempt.transactionId}</Code>
        </Fact>
        <Fact label={t('payment.amount')}>
          <Money amount={formatMoney(attempt.amount)} currency={useUser().channel.currency_code} size="lg" />
        </Fact>
      </dl>
      {isOverdue && <p role="status">{t('payment.unsure.unresolved')}</p>}
      <div className="grid gap-2">
        <Button variant="secondary" size="lg" isWide isBusy={isChecking} onClick={confirmation.checkNow}>
          {t('payment.unsure.check_now')}
        </Button>
        <SupportLink className={buttonClass({ variant: 'secondary', size: 'lg', isWide: true })}>
          {t('payment.failure.support')}
        </SupportLink>
        {isOverdue && (
          <Button
            variant="ghost"
            isWide
            onClick={() => {
              confirmation.clear()
              onClose()
            }}
          >
            {t('payment.unsure.cleared')}
          </Button>
        )}
        <Button variant="ghost" isWide onClick={onClose}>
          {t('payment.unsure.later')}
        </Button>
      </div>
    </div>
  )
}
