import { asCallFailure, CallFailure } from '@cashbox/client/call-failure'
import { useForm } from '@cashbox/client/use-form'
import {
  type ApprovalRequest,
  createMoneyRequest,
  type MoneyKind,
  type MoneyPreview,
  previewMoneyRequest,
} from '@cashbox/contract/operator'
import { Card, Notice } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { formatList } from '../../platform/formats.ts'
import { Submit } from '../../platform/submit.tsx'
import { type Preview, usePreview } from '../../platform/use-preview.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { RequestFields } from './request-fields.tsx'
import { missingFields, previewInput, type RequestValues, requestInput } from './request-values.ts'
import { ReviewSheet } from './review-sheet.tsx'

const FORM = 'money-request'

export interface SentRequest {
  readonly id: string
  readonly sentAt: number
}

interface RequestFormProps {
  readonly kind: MoneyKind
  /** Of a request that was sent before the page was loaded again. */
  readonly id: string | undefined
  readonly first: RequestValues
  /** An earlier try did not reach the server. */
  readonly hasMissed: boolean
  readonly onSending: (id: string) => void
  readonly onAnswered: (request: ApprovalRequest) => void
  /** It is not known whether it was carried out. */
  readonly onLost: (sent: SentRequest) => void
}

/** Filled in, looked at once more, and then sent. */
export function RequestForm({ kind, id, first, hasMissed, onSending, onAnswered, onLost }: RequestFormProps) {
  const t = useTranslations('money')
  const [reviewed, setReviewed] = useState<MoneyPreview | null>(null)
  const form = useForm<RequestValues>({
    initial: first,
    key: id,
    send: async (values, { key }) => {
      onSending(key)
      try {
        onAnswered((await call(createMoneyRequest, requestInput(kind, key, values))).request)
      } catch (error) {
        setReviewed(null)
        throw asLost(error)
      }
    },
    onLost: ({ key, sentAtMs }) => onLost({ id: key, sentAt: sentAtMs }),
  })
  const preview = usePreview(previewMoneyRequest, previewInput(kind, form.values))
  const { isChecking, review } = useReview(preview.askNow, form.showFailure, setReviewed)
  const missing = missingFields(kind, form.values)
  const isRefused = preview.isCurrent && preview.answer?.refusal
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card>
        <form id={FORM} {...form.element} {...(reviewed ? {} : { onSubmit: review })} className="grid gap-4">
          {hasMissed && (
            <Notice tone="warning" icon={<CircleAlert aria-hidden />} title={t('unsure.not_arrived_title')}>
              {t('unsure.not_arrived_text')}
            </Notice>
          )}
          <RequestFields
            kind={kind}
            form={{ ...form, errors: { ...preview.errors, ...form.errors } }}
            answer={preview.answer}
          />
          <Submit
            form={{ ...form, isBusy: form.isBusy || isChecking }}
            label={t('ask.review')}
            isDisabled={missing.length > 0 || Boolean(isRefused)}
          />
          {missing.length > 0 && (
            <p className="text-sm text-ink-soft">
              {t('ask.missing', { fields: formatList(missing.map((field) => t(`ask.${field}`))) })}
            </p>
          )}
        </form>
      </Card>
      <PreviewPanel {...preview} fields={Object.keys(form.values)} />
      {reviewed && (
        <ReviewSheet
          form={FORM}
          values={form.values}
          preview={reviewed}
          isBusy={form.isBusy}
          onClose={() => setReviewed(null)}
        />
      )}
    </div>
  )
}

/** Has the server try it out once more, and shows what it says before anything is sent. */
function useReview(
  askNow: Preview<typeof previewMoneyRequest>['askNow'],
  onRefused: (error: unknown) => void,
  onReviewed: (preview: MoneyPreview) => void,
) {
  const [isChecking, setChecking] = useState(false)
  async function check() {
    setChecking(true)
    try {
      const { output, refusal } = await askNow()
      if (output) onReviewed(output.preview)
      else onRefused(refusal)
    } catch (error) {
      onRefused(error)
    } finally {
      setChecking(false)
    }
  }
  const review = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isChecking) void check()
  }
  return { isChecking, review }
}

/** That the id was used already means that an earlier try, which seemed lost, has arrived. */
function asLost(error: unknown): CallFailure {
  const failure = asCallFailure(error)
  return failure.code === 'request_id_reused' ? new CallFailure('broken', { cause: error }) : failure
}
