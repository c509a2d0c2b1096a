import { AmountField } from '@cashbox/ui'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

type AmountInputProps<Values> = Omit<ComponentProps<typeof AmountField<Values>>, 'question'>

export function AmountInput<Values>(props: AmountInputProps<Values>) {
  const t = useTranslations('payment')
  return <AmountField question={t('which_amount')} {...props} />
}
