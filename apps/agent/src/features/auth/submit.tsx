import { Button } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../platform/forms.tsx'
import { useIsSlow } from '../../platform/screen.tsx'
import type { GuestForm } from './use-guest-form.ts'

interface SubmitProps {
  readonly form: Pick<GuestForm<string>, 'isBusy' | 'isChecking' | 'failure'>
  readonly label: string
  readonly isDisabled: boolean
  /** Says what the form waits for, in place of the usual words. */
  readonly waitingText?: string | undefined
  readonly describedBy?: string
}

/** The one button of a form. What it waits for and what went wrong are shown below it, so that it never moves. */
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
      <FormFailure failure={form.failure} />
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
