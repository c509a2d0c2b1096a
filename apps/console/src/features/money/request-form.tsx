import { asCallFailure, CallFailure } from '@cashbox/client/call-failure'
import { useForm } from '@cashbox/client/use-form'
import { createMoneyRequest, type MoneyKind, type MoneyRequest } from '@cashbox/contract/operator'
import { Button, Card, Notice } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { Submit } from '../../platform/submit.tsx'
import { needsSecond, planOf } from './plan.ts'
import { PlanPanel } from './plan-panel.tsx'
import { useFourEyes } from './requests.ts'
import { ReviewSheet } from './review-sheet.tsx'
import { useSubject } from './subject.ts'
import { WishFields } from './wish-fields.tsx'
import { type WishValues, wishOf } from './wishes.ts'

const FORM = 'money-request'

export interface SentRequest {
  readonly id: string
  readonly sentAt: number
}

interface RequestFormProps {
  readonly kind: MoneyKind
  /** Of a request that was sent before the page was loaded again. */
  readonly id: string | undefined
  readonly first: WishValues
  /** An earlier try did not reach the server. */
  readonly hasMissed: boolean
  readonly onSending: (id: string) => void
  readonly onAnswered: (request: MoneyRequest) => void
  /** It is not known whether it was carried out. */
  readonly onLost: (sent: SentRequest) => void
}

/** Filled in, looked at once more, and then sent. */
export function RequestForm({ kind, id, first, hasMissed, onSending, onAnswered, onLost }: RequestFormProps) {
  const t = useTranslations('money')
  const [isReviewing, setReviewing] = useState(false)
  const form = useForm<WishValues>({
    initial: first,
    key: id,
    send: async (values, { key }) => {
      onSending(key)
      try {
        onAnswered((await call(createMoneyRequest, wishOf(kind, key, values))).request)
      } catch (error) {
        setReviewing(false)
        throw asLost(error)
      }
    },
    onLost: ({ key, sentAtMs }) => onLost({ id: key, sentAt: sentAtMs }),
  })
  const review = (event: SubmitEvent) => {
    event.preventDefault()
    setReviewing(true)
  }
  const { subject, problem, isSettled, failed } = useSubject(kind, form.values)
  const plan = problem || !isSettled ? null : planOf(kind, form.values, subject)
  const above = useFourEyes().data?.list.find(({ asset }) => asset === plan?.asset)?.above ?? null
  const missing = useMissing(kind, form.values)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card>
        <form id={FORM} {...form.element} {...(isReviewing ? {} : { onSubmit: review })} className="grid gap-4">
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

/** That the id was used already means that an earlier try, which seemed lost, has arrived. */
function asLost(error: unknown): CallFailure {
  const failure = asCallFailure(error)
  return failure.code === 'request_id_reused' ? new CallFailure('broken', { cause: error }) : failure
}

/** What still has to be filled in. */
function useMissing(kind: MoneyKind, values: WishValues): readonly string[] {
  const t = useTranslations('money.ask')
  const needed = (['cash_id', 'topup_id', 'transaction_id', 'amount', 'paid_to', 'reason'] as const).filter(
    (field) => !(kind === 'settlement' && field === 'amount') && !(kind === 'suspense_credit' && field === 'cash_id'),
  )
  return needed.filter((field) => values[field]?.trim() === '').map((field) => t(field))
}
