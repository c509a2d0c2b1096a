import { explainFailure } from '@cashbox/client/explain-failure'
import { Button, Notice } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useIsSlow } from '../../platform/use-is-slow.ts'
import type { GuestForm } from './use-guest-form.ts'

interface SubmitProps {
  readonly form: Pick<GuestForm<string>, 'isBusy' | 'isChecking' | 'failure'>
  readonly label: string
  readonly isDisabled: boolean
  /** Says what the form waits for, in place of the usual words. */
  readonly waitingText?: string | undefined
  readonly describedBy?: string
}

/** The one button of a form. What it waits for and what went wrong stand below it, so that it never moves. */
export function Submit({ form, label, isDisabled, waitingText, describedBy }: SubmitProps) {
  return (
    <div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isWide
        isBusy={form.isBusy}
        disabled={isDisabled}
        aria-describedby={describedBy}
      >
        {label}
      </Button>
      <Waiting form={form} text={waitingText} />
      <Failure failure={form.failure} />
    </div>
  )
}

function Failure({ failure }: Pick<SubmitProps['form'], 'failure'>) {
  const t = useTranslations('error')
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) element.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const requestId = failure?.cause.requestId
  return (
    <div ref={element} role="alert" className="not-empty:pt-3">
      {failure && (
        <Notice
          tone="danger"
          icon={<CircleAlert aria-hidden />}
          title={failure.text ?? explainFailure(failure.cause, t)}
        >
          {requestId && t('request_id', { requestId })}
        </Notice>
      )}
    </div>
  )
}

function Waiting({ form: { isBusy, isChecking }, text }: Pick<SubmitProps, 'form'> & { text: string | undefined }) {
  const t = useTranslations()
  const isSlow = useIsSlow(isBusy && !isChecking)
  const words = text ?? (isChecking ? t('auth.checking_robot') : isSlow ? t('offline.slow') : '')
  return (
    <p role="status" className="text-center text-sm text-ink-soft not-empty:pt-3">
      {words}
    </p>
  )
}
