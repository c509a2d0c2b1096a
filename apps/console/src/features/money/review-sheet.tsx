import type { MoneyKind } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Facts } from '../../platform/values.tsx'
import type { Plan, Subject } from './plan.ts'
import { PlanView } from './plan-view.tsx'
import type { WishValues } from './wishes.ts'

interface ReviewSheetProps {
  readonly kind: MoneyKind
  readonly values: WishValues
  readonly plan: Plan
  readonly subject: Subject
  readonly above: string | null
  readonly isBusy: boolean
  readonly onClose: () => void
  /** The button that sends it. */
  readonly children: ReactNode
}

/** Asks once more, with all that will happen. */
export function ReviewSheet({ kind, values, plan, subject, above, isBusy, onClose, children }: ReviewSheetProps) {
  const t = useTranslations()
  const question = kind === 'adjustment' ? (values.direction === 'take' ? 'adjustment_take' : 'adjustment_add') : kind
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      title={t(`money.ask.question.${question}`)}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-4">
        <PlanView plan={plan} subject={subject} above={above} />
        <Facts
          facts={[
            ...(kind === 'payout' ? [[t('money.ask.paid_to'), values.paid_to] as const] : []),
            [t('money.reason'), values.reason],
          ]}
        />
        <div className="flex flex-wrap gap-3">
          {children}
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {t('money.ask.back')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
