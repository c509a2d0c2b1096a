import { asCallFailure } from '@cashbox/client/call-failure'
import { createMoneyRequest, type MoneyKind, type MoneyRequest } from '@cashbox/contract/operator'
import { Button, Card, Notice } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { Submit } from '../../platform/submit.tsx'
import { needsSecond, planOf } from './plan.ts'
import { PlanPanel } from './plan-panel.tsx'
import { useFourEyes } from './requests.ts'
import { ReviewSheet } from './review-sheet.tsx'
import { useSubject } from './subject.ts'
import { WishFields } from './wish-fields.tsx'
import { type WishValues, wishOf } from './wishes.ts'

const FORM = 'money-request'

interface RequestFormProps {
  readonly kind: MoneyKind
  /** Of the request that this form makes, however often it is sent. */
  readonly id: string
  readonly first: WishValues
  /** An earlier try did not reach the server. */
  readonly hasMissed: boolean
  readonly onSending: () => void
  readonly onAnswered: (request: MoneyRequest) => void
  /** Nobody knows whether it was carried out. */
  readonly onLost: (sentAt: number) => void
}

/** Filled in, looked at once more, and then sent. */
export function RequestForm({ kind, id, first, hasMissed, onSending, onAnswered, onLost }: RequestFormProps) {
  const t = useTranslations('money')
  const [isReviewing, setReviewing] = useState(false)
  const form = useForm<WishValues>({
    initial: first,
    send: async (values) => {
      if (!isReviewing) return setReviewing(true)
      const sentAt = Date.now()
      onSending()
      try {
        onAnswered((await call(createMoneyRequest, wishOf(kind, id, values))).request)
      } catch (error) {
        setReviewing(false)
        if (!isUnknown(error)) throw error
        onLost(sentAt)
      }
      return undefined
    },
  })
  const { subject, problem, isSettled, failed } = useSubject(kind, form.values)
  const plan = problem || !isSettled ? null : planOf(kind, form.values, subject)
  const above = useFourEyes().data?.list.find(({ asset }) => asset === plan?.asset)?.above ?? null
  const missing = useMissing(kind, form.values)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card>
        <form id={FORM} {...form.element} className="grid gap-4">
          {hasMissed && (
            <Notice tone="warning" icon={<CircleAlert aria-hidden />} title={t('unsure.not_arrived_title')}>
              {t('unsure.not_arrived_text')}
            </Notice>
          )}
          <WishFields kind={kind} form={form} subject={subject} />
          <Submit form={form} label={t('ask.review')} isDisabled={!plan || missing.length > 0} />
          {missing.length > 0 && (
            <p className="text-sm text-ink-soft">{t('ask.missing', { fields: missing.join(', ') })}</p>
          )}
        </form>
      </Card>
      <PlanPanel {...{ plan, subject, problem, isSettled, failed, above }} />
      {isReviewing && plan && (
        <ReviewSheet
          {...{ kind, plan, subject, above }}
          values={form.values}
          isBusy={form.isBusy}
          onClose={() => setReviewing(false)}
        >
          <Button type="submit" form={FORM} isBusy={form.isBusy}>
            {t(needsSecond(plan, above) ? 'ask.send_waiting' : 'ask.send_now')}
          </Button>
        </ReviewSheet>
      )}
    </div>
  )
}

/** No answer; or that this id was used, which is the try before that was thought lost. */
function isUnknown(error: unknown): boolean {
  const { isOutcomeUnknown, code } = asCallFailure(error)
  return isOutcomeUnknown || code === 'request_id_reused'
}

/** What still has to be filled in. */
function useMissing(kind: MoneyKind, values: WishValues): readonly string[] {
  const t = useTranslations('money.ask')
  const needed = (['cash_id', 'topup_id', 'transaction_id', 'amount', 'paid_to', 'reason'] as const).filter(
    (field) => !(kind === 'settlement' && field === 'amount') && !(kind === 'suspense_credit' && field === 'cash_id'),
  )
  return needed.filter((field) => values[field]?.trim() === '').map((field) => t(field))
}
