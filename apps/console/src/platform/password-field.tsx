import { PasswordField as Field } from '@cashbox/ui'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

type PasswordFieldProps<Values> = Omit<ComponentProps<typeof Field<Values>>, 'showLabel' | 'hideLabel'>

export function PasswordField<Values>(props: PasswordFieldProps<Values>) {
  const t = useTranslations('common')
  return <Field {...props} showLabel={t('show_password')} hideLabel={t('hide_password')} />
}
