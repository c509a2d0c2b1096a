import { explainFailure } from '@cashbox/client/explain-failure'
import type { FormFailure as Failure } from '@cashbox/client/form-state'
import { type FieldForm, Notice, PasswordField as UiPasswordField } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

/** An error that belongs to no field of the form. */
export function FormFailure({ failure }: { failure: Failure | null }) {
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

type PasswordFieldProps<Values> = Omit<ComponentProps<typeof UiPasswordField<Values>>, 'showLabel' | 'hideLabel'>

export function PasswordField<Values>(props: PasswordFieldProps<Values>) {
  const t = useTranslations('common')
  return <UiPasswordField {...props} showLabel={t('show_password')} hideLabel={t('hide_password')} />
}

interface NewPasswordFieldsProps {
  readonly form: FieldForm<{ password: string; password_confirmation: string }>
  readonly label: string
  readonly enterKeyHint: 'next' | 'done'
}

export function NewPasswordFields({ form, label, enterKeyHint }: NewPasswordFieldsProps) {
  const t = useTranslations('field')
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={label}
        help={t('password_help')}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordField
        form={form}
        name="password_confirmation"
        label={t('password_confirmation')}
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
      />
    </>
  )
}
