import { Button, type ButtonProps, Notice } from '@cashbox/ui'
import { CircleAlert, RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Form, FormValues } from './form.ts'

export interface SubmitProps {
  readonly form: Pick<Form<FormValues>, 'isBusy' | 'failure'>
  readonly label: string
  readonly variant?: ButtonProps['variant']
  readonly isDisabled?: boolean
  readonly isWide?: boolean
  readonly onCancel?: (() => void) | undefined
  /** Shows the thing as it is now, after somebody else has changed it. */
  readonly onReload?: (() => void) | undefined
}

/** The button of a form. What went wrong stands above it. */
export function Submit({ form, label, variant, isDisabled = false, isWide, onCancel, onReload }: SubmitProps) {
  const t = useTranslations('common')
  return (
    <div className="grid gap-4">
      <FormFailure form={form} onReload={onReload} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={variant} isWide={isWide} isBusy={form.isBusy} disabled={isDisabled}>
          {label}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

function FormFailure({ form: { failure }, onReload }: Pick<SubmitProps, 'form' | 'onReload'>) {
  const t = useTranslations()
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <Notice tone={failure.isStale ? 'warning' : 'danger'} icon={<CircleAlert aria-hidden />} title={failure.text}>
          {failure.isStale && onReload && (
            <Button variant="secondary" icon={<RotateCw size={16} aria-hidden />} onClick={onReload}>
              {t('common.reload')}
            </Button>
          )}
          {!failure.isStale && failure.requestId && t('error.request_id', { requestId: failure.requestId })}
        </Notice>
      )}
    </div>
  )
}
