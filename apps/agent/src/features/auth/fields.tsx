import { type FieldForm, TextField, type TextInputProps } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

type EmailFieldProps = { readonly form: FieldForm<{ email: string }> } & Pick<
  TextInputProps,
  'autoComplete' | 'enterKeyHint'
>

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

/** A link with a touch target of 44 px. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 min-w-11 items-center rounded-lg font-semibold text-brand-text hover:underline"
  >
    {children}
  </Link>
)
