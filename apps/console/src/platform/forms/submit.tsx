import type { FormFailure } from '@cashbox/client/form-state'
import { Button, type ButtonProps, Callout, PasswordField as Field } from '@cashbox/ui'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useExplanation } from '../page/failed.tsx'

export interface SubmitProps {
  readonly form: { readonly isBusy: boolean; readonly failure: FormFailure | null }
  readonly label: string
  readonly variant?: ButtonProps['variant']
  readonly isDisabled?: boolean
  readonly isWide?: boolean
  readonly onCancel?: (() => void) | undefined
  /** Shows the thing as it is now, after another operator has changed it. */
  readonly onReload?: (() => void) | undefined
}

type PasswordFieldProps<Values> = Omit<ComponentProps<typeof Field<Values>>, 'showLabel' | 'hideLabel'>

export function Submit({ form, label, variant, isDisabled = false, isWide, onCancel, onReload }: SubmitProps) {
  const t = useTranslations('common')
  return (
    <div className="grid gap-4">
      <Failure form={form} onReload={onReload} />
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

function Failure({ form: { failure }, onReload }: Pick<SubmitProps, 'form' | 'onReload'>) {
  return (
    <div role="alert" className="empty:hidden">
      {failure && <FailureCallout failure={failure} onReload={onReload} />}
    </div>
  )
}

function FailureCallout({ failure, onReload }: Pick<SubmitProps, 'onReload'> & { failure: FormFailure }) {
  const t = useTranslations()
  const explain = useExplanation()
  const { text, isStale, cause } = failure
  return (
    <Callout tone={isStale ? 'warning' : 'danger'} icon={<CircleAlert aria-hidden />} title={text ?? explain(cause)}>
      {isStale && onReload && (
        <Button variant="secondary" icon={<RotateCw size={16} aria-hidden />} onClick={onReload}>
          {t('common.reload')}
        </Button>
      )}
      {!isStale && cause.requestId && t('error.request_id', { requestId: cause.requestId })}
    </Callout>
  )
}

export function PasswordField<Values>(props: PasswordFieldProps<Values>) {
  const t = useTranslations('common')
  return <Field {...props} showLabel={t('show_password')} hideLabel={t('hide_password')} />
}
