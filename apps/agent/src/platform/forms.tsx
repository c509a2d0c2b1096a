import { useExplanation } from '@cashbox/client/failure-texts'
import type { FormFailure as Failure } from '@cashbox/client/use-form'
import { Button, Callout, type FieldForm, TextField, type TextInputProps } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

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
