import { useForm } from '@cashbox/client/use-form'
import { changeConsoleSettings } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColorField } from './color-field.tsx'
import { keepSettings, type Versioned, versionToChange } from './settings.ts'
import { TimezoneField } from './timezone-field.tsx'

interface LookFormProps {
  readonly versioned: Versioned
  readonly onDone: () => void
  readonly onReload: () => void
}

export function LookForm({ versioned, onDone, onReload }: LookFormProps) {
  const t = useTranslations()
  // Of the moment the form was opened: what is sent is a change of what was seen.
  const [seen] = useState(versioned)
  const { partner_name, brand_color, telegram_link, currentTimezone } = seen.settings
  const form = useForm({
    initial: { partner_name, brand_color, telegram_link: telegram_link ?? '', currentTimezone, reason: '' },
    send: async (values) => {
      const link = values.telegram_link.trim()
      const version = versionToChange(seen, versioned)
      const change = { ...values, telegram_link: link === '' ? null : link, version }
      keepSettings(await call(changeConsoleSettings, change))
      notify('success', t('settings.changed'))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <TextField
        form={form}
        name="partner_name"
        label={t('settings.look.partner_name')}
        help={t('settings.look.partner_name_help')}
        maxLength={60}
      />
      <ColorField form={form} />
      <BrandPreview color={form.values.brand_color} />
      <TextField
        form={form}
        name="telegram_link"
        label={t('settings.look.telegram_link')}
        help={t('settings.look.telegram_link_help')}
        type="url"
        maxLength={300}
        isOptional
      />
      <TimezoneField form={form} />
      <ReasonField form={form} help={t('settings.reason_help')} />
      <Submit form={form} label={t('common.save')} isDisabled={!form.isChanged} onReload={onReload} />
    </form>
  )
}
