import { useForm } from '@cashbox/client/use-form'
import { type NoticeSettings, setNoticeSettings } from '@cashbox/contract'
import { AmountInput, Button, Card, Checkbox, Field, type FieldForm, TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { FormFailure } from '../../platform/forms.tsx'
import { useUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { KindTable } from './kind-table.tsx'
import { type SettingValues, settingsOf, valuesOf } from './setting-values.ts'
import { reloadNoticeSettings } from './use-notice-settings.ts'

/** Which notices come by which way, quiet hours, and when the balance is low. Saved together. */
export function SettingsForm({ settings }: { settings: NoticeSettings }) {
  const t = useTranslations()
  const form = useForm({
    initial: valuesOf(settings),
    send: async (values) => {
      await call(setNoticeSettings, settingsOf(values))
      notify('success', t('common.updated'))
      void reloadNoticeSettings()
    },
  })
  return (
    <form {...form.element} className="grid gap-6">
      <Card className="grid gap-3">
        <h2 className="text-lg font-semibold">{t('notices.kinds_title')}</h2>
        <KindTable form={form} />
      </Card>
      <QuietHours form={form} />
      <LowFloat form={form} />
      <div>
        <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
          {t('notices.save')}
        </Button>
        <FormFailure failure={form.failure} />
      </div>
    </form>
  )
}

function QuietHours({ form }: { form: FieldForm<SettingValues> }) {
  const t = useTranslations('notices')
  const { isQuiet } = form.values
  return (
    <Card className="grid gap-2">
      <h2 className="text-lg font-semibold">{t('quiet_title')}</h2>
      <p className="text-ink-soft">{t('quiet_help')}</p>
      <Checkbox
        label={t('quiet_on')}
        checked={isQuiet}
        onChange={({ target }) => form.change('isQuiet', target.checked)}
      />
      {isQuiet && (
        <div className="grid grid-cols-2 gap-4">
          <TextField form={form} name="quiet_from" label={t('quiet_from')} type="time" required />
          <TextField form={form} name="quiet_until" label={t('quiet_until')} type="time" required />
        </div>
      )}
    </Card>
  )
}

function LowFloat({ form }: { form: FieldForm<SettingValues> }) {
  const t = useTranslations('notices')
  const { channel } = useUser()
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('low_title')}</h2>
      <Field
        label={t('low_label', { currency: channel.currency_code })}
        help={t('low_help')}
        error={form.errors.low_float}
      >
        {(control) => (
          <AmountInput
            {...control}
            name="low_float"
            value={form.values.low_float}
            onValueChange={(value) => form.change('low_float', value)}
          />
        )}
      </Field>
    </Card>
  )
}
