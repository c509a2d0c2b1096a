import type { Form } from '@cashbox/client/use-form'
import { AmountInput, CodeInput, Field } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import type { PaymentValues } from './payment-values.ts'

interface FieldProps {
  readonly form: Form<PaymentValues>
  readonly isDisabled: boolean
}

export function AmountField({ form, isDisabled }: FieldProps) {
  const t = useTranslations('payment')
  const { currency_code } = useUser().channel
  return (
    <Field label={t('amount')} error={form.errors.amount} isRequired>
      {(control) => (
        <AmountInput
          {...control}
          value={form.values.amount}
          onValueChange={(amount) => form.change('amount', amount)}
          placeholder={t('amount_placeholder')}
          suffix={currency_code}
          className="text-lg font-semibold"
          disabled={isDisabled}
        />
      )}
    </Field>
  )
}

const CODE_LENGTH = 6

export function CodeField({ form, isDisabled }: FieldProps) {
  const t = useTranslations('payment')
  const code = form.values.security_code
  return (
    <Field label={t('security_code')} help={t('security_code_help')} error={form.errors.security_code} isRequired>
      {(control) => (
        <CodeInput
          {...control}
          label={t('security_code')}
          length={CODE_LENGTH}
          // The codes that the server makes are digits.
          inputMode="numeric"
          value={code}
          onValueChange={(typed) => form.change('security_code', typed)}
          digitLabel={(position) => t('security_code_digit', { position, total: Math.max(CODE_LENGTH, code.length) })}
          isDisabled={isDisabled}
        />
      )}
    </Field>
  )
}
