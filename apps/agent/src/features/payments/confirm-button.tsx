import type { TransactionType } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/formats.ts'
import { useIsSlow } from '../../platform/use-is-slow.ts'
import { useUser } from '../../platform/user.ts'
import { amountToRepeat } from './payment-values.ts'

interface ConfirmButtonProps {
  readonly type: TransactionType
  readonly amount: string
  readonly phase: 'filling' | 'locating' | 'sending'
  readonly isDisabled: boolean
}

/** Repeats the act, and under it when to hand over the cash or what is going on. */
export function ConfirmButton({ type, amount, phase, isDisabled }: ConfirmButtonProps) {
  const t = useTranslations()
  const isSlow = useIsSlow(phase === 'sending')
  const isBusy = phase !== 'filling'
  const texts = {
    filling: t(`payment.${type}_hint`),
    locating: t('payment.locating'),
    sending: isSlow ? t('offline.slow') : t('payment.confirming'),
  }
  return (
    <div className="grid gap-2 pt-1">
      <Button type="submit" variant={type} size="lg" isWide isBusy={isBusy} disabled={isDisabled && !isBusy}>
        <Act type={type} amount={amount} />
      </Button>
      <p role="status" className="text-center text-sm text-ink-soft">
        {texts[phase]}
      </p>
    </div>
  )
}

const MARK = '\uFFFC'

function Act({ type, amount }: { type: TransactionType; amount: string }) {
  const t = useTranslations('payment')
  const { currency_code } = useUser().channel
  const repeated = amountToRepeat(amount)
  if (repeated === null) return t(`confirm_${type}`)
  const [before = '', after = ''] = t(`confirm_${type}_amount`, { amount: MARK }).split(MARK)
  return (
    <span>
      {before}
      <bdi dir="ltr" className="tabular-nums">
        {formatMoney(repeated)} {currency_code}
      </bdi>
      {after}
    </span>
  )
}
