import { useIsOnline } from '@cashbox/client/network'
import { useObservable } from '@cashbox/client/observable'
import { Button, Money, Notice, Spinner } from '@cashbox/ui'
import { TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import type { Confirmation } from './confirmation.ts'
import type { Unsure } from './confirmation-state.ts'

interface UnsureViewProps {
  readonly unsure: Unsure
  readonly confirmation: Confirmation
  readonly onClose: () => void
}

/** The answer did not come. Nothing here invites a second payment; it ends when the server has said what happened. */
export function UnsureView({ unsure, confirmation, onClose }: UnsureViewProps) {
  const t = useTranslations()
  const isOnline = useIsOnline()
  const isChecking = useObservable(confirmation.isChecking)
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => view.current?.focus(), [])
  return (
    <div ref={view} tabIndex={-1} className="grid gap-5 outline-none">
      <div className="flex items-start gap-4" role="status">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-pending-soft text-pending">
          {isOnline ? <Spinner size={24} /> : <WifiOff aria-hidden className="size-6" />}
        </span>
        <p className="min-w-0 pt-0.5 text-ink-soft">
          {isOnline ? t('payment.unsure.text') : t('payment.unsure.offline')}
        </p>
      </div>
      <Notice tone="warning" role="alert" icon={<TriangleAlert aria-hidden />}>
        <p className="font-semibold">{t('payment.unsure.warning')}</p>
      </Notice>
      <Sent unsure={unsure} />
      {unsure.isOverdue && <p role="status">{t('payment.unsure.unresolved')}</p>}
      <div className="grid gap-2">
        <Button variant="secondary" size="lg" isWide isBusy={isChecking} onClick={confirmation.checkNow}>
          {t('payment.unsure.check_now')}
        </Button>
        {unsure.isOverdue && (
          <Button variant="ghost" isWide onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Sent({ unsure: { attempt } }: { unsure: Unsure }) {
  const t = useTranslations('payment')
  const { currency_code } = useUser().channel
  return (
    <dl className="grid gap-3 rounded-2xl bg-sunken px-4 py-3">
      <div>
        <dt className="text-sm text-ink-soft">{t('transaction_id')}</dt>
        <dd>
          <bdi dir="ltr" className="font-mono text-lg font-semibold tracking-wider break-all select-all">
            {attempt.transactionId}
          </bdi>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-ink-soft">{t('amount')}</dt>
        <dd>
          <Money amount={formatMoney(attempt.amount)} currency={currency_code} size="lg" />
        </dd>
      </div>
    </dl>
  )
}
