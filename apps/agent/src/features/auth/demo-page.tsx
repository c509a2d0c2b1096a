import { requestDemo } from '@cashbox/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { EmailField } from '../../platform/forms.tsx'
import { CountryField, ListsCallout, MessengerField, MessengerIdField } from './contact-fields.tsx'
import { isolated, MailSent } from './form-done.tsx'
import { forgetKeptValues, Submit, useGuestForm } from './guest-form.tsx'

const names = ['email', 'messenger', 'messenger_id', 'country_code'] as const

export function DemoPage() {
  const t = useTranslations('auth.demo')
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) return <DemoForm onSent={setSentTo} />
  return <MailSent title={t('success_title')} text={t('success_text', { email: isolated(sentTo) })} />
}

function DemoForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('auth.demo')
  const form = useGuestForm({
    names,
    action: 'demo',
    send: async (values, { captcha, device }) => {
      await call(requestDemo, { ...values, ...captcha, ...device })
      forgetKeptValues()
      onSent(values.email.trim())
    },
  })
  return (
    <form {...form.element} className="grid gap-5">
      <p className="text-ink-soft">{t('intro')}</p>
      <ListsCallout />
      <EmailField form={form} />
      <MessengerField form={form} />
      <MessengerIdField form={form} />
      <CountryField form={form} />
      <Submit form={form} label={t('submit')} isDisabled={form.missing.length > 0} />
    </form>
  )
}
