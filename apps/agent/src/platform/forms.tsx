import { useExplanation } from '@cashbox/client/failure-texts'
import type { FormFailure as Failure } from '@cashbox/client/use-form'
import { Button, Callout, type FieldForm, PasswordField, TextField, type TextInputProps } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { PasswordMarks } from './password-marks.tsx'

function FormFailure({ failure }: { failure: Failure | null }) {
  const t = useTranslations('error')
  const explain = useExplanation()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) element.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const requestId = failure?.cause.requestId
  return (
    <div ref={element} role="alert" className="not-empty:pt-3">
      {failure && (
        <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={failure.text ?? explain(failure.cause)}>
          {requestId && t('request_id', { requestId })}
        </Callout>
      )}
    </div>
  )
}

type SubmitButtonProps = Pick<ComponentProps<typeof Button>, 'icon' | 'disabled' | 'isBusy' | 'aria-describedby'> & {
  readonly form: { readonly isBusy: boolean; readonly failure: Failure | null }
  readonly label: string
  readonly children?: ReactNode
}

/** What is said of it is below the button, so that the button never moves. */
export const SubmitButton = ({ form, label, children, ...button }: SubmitButtonProps) => (
  <div>
    <Button type="submit" size="lg" isWide isBusy={form.isBusy} {...button}>
      {label}
    </Button>
    {children}
    <FormFailure failure={form.failure} />
  </div>
)

interface NewPasswordFieldsProps {
  readonly form: FieldForm<{ password: string; password_confirmation: string }>
  readonly label: string
  readonly enterKeyHint: 'next' | 'done'
}

export function NewPasswordFields({ form, label, enterKeyHint }: NewPasswordFieldsProps) {
  const t = useTranslations('field')
  return (
    <>
      <div className="grid gap-2">
        <PasswordField
          form={form}
          name="password"
          label={label}
          help={t('password_help')}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordMarks password={form.values.password} />
      </div>
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

interface EmailFieldProps extends Pick<TextInputProps, 'autoComplete' | 'enterKeyHint'> {
  readonly form: FieldForm<{ email: string }>
  readonly label?: string
  readonly help?: string
}

export function EmailField({ form, ...input }: EmailFieldProps) {
  const t = useTranslations('field')
  return (
    <TextField
      form={form}
      name="email"
      label={t('email')}
      placeholder={t('email_placeholder')}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      enterKeyHint="next"
      {...input}
    />
  )
}
