import { requestPasswordReset } from '@cashbox/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { EmailField } from './fields.tsx'
import { isolated, MailSent } from './form-done.tsx'
import { Submit } from './submit.tsx'
import { TextLink } from './text-link.tsx'
import { useGuestForm } from './use-guest-form.ts'

export function ForgotPage() {
  const t = useTranslations('auth.forgot')
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) return <ForgotForm onSent={setSentTo} />
  return <MailSent title={t('sent_title')} text={t('sent_text', { email: isolated(sentTo) })} />
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('auth')
  const form = useGuestForm({
    names: ['email'],
    action: 'login',
    send: async ({ email }, { captcha }) => {
      await call(requestPasswordReset, { email, ...captcha })
      onSent(email.trim())
    },
  })
  return (
    <form {...form.element} className="grid gap-5">
      <p className="text-ink-soft">{t('forgot.intro')}</p>
      <EmailField form={form} autoComplete="username" enterKeyHint="send" />
      <Submit form={form} label={t('forgot.submit')} isDisabled={form.missing.length > 0} />
      <p className="text-center">
        <TextLink href="/auth/login">{t('back_to_login')}</TextLink>
      </p>
    </form>
  )
}
