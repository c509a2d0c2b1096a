import { AmountInput, CodeInput, Field } from '@cashbox/ui'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/user.ts'
import type { PaymentValues } from './payment-values.ts'

interface FieldProps {
  readonly form: UseFormReturn<PaymentValues>
  readonly isDisabled: boolean
}

export function AmountField({ form, isDisabled }: FieldProps) {
  const t = useTranslations('payment')
  const { currency_code } = useUser().channel
  return (
    <Controller
      name="amount"
      control={form.control}
      render={({ field, fieldState }) => (
        <Field label={t('amount')} error={fieldState.error?.message} isRequired>
          {(control) => (
            <AmountInput
              {...control}
              value={field.value}
              onValueChange={field.onChange}
              placeholder={t('amount_placeholder')}
              suffix={currency_code}
              className="text-lg font-semibold"
              disabled={isDisabled}
            />
          )}
        </Field>
      )}
    />
  )
}

const CODE_LENGTH = 6

export function CodeField({ form, isDisabled }: FieldProps) {
  const t = useTranslations('payment')
  return (
    <Controller
      name="securityCode"
      control={form.control}
      render={({ field, fieldState }) => (
        <Field label={t('security_code')} help={t('security_code_help')} error={fieldState.error?.message} isRequired>
          {(control) => (
            <CodeInput
              {...control}
              label={t('security_code')}
              length={CODE_LENGTH}
              // The codes that the server makes are digits.
              inputMode="numeric"
              value={field.value}
              onValueChange={field.onChange}
              digitLabel={(position) =>
                t('security_code_digit', { position, total: Math.max(CODE_LENGTH, field.value.length) })
              }
              isDisabled={isDisabled}
            />
          )}
        </Field>
      )}
    />
  )
}
