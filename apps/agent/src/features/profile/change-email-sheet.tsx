import { useForm } from '@cashbox/client/use-form'
import { requestEmailChange } from '@cashbox/contract'
import { Button, TextField } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { FormFailure, PasswordField } from '../../platform/forms.tsx'
import { useUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { AccountName } from './account-name.tsx'

export function ChangeEmailSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const user = useUser()
  const form = useForm({
    initial: { email: '', current_password: '' },
    send: async (values) => {
      await call(requestEmailChange, values, { ignore403: true })
      notify('success', t('email_change.sent', { email: values.email.trim() }))
      onClose()
    },
  })
  const isFilled = Object.values(form.values).every((value) => value !== '')
  return (
    <Sheet isOpen onClose={onClose} title={t('email_change.change')} closeLabel={t('common.close')}>
      <form {...form.element} className="grid gap-5">
        <AccountName email={user.email} />
        <TextField
          form={form}
          name="email"
          label={t('email_change.new_email')}
          help={t('email_change.help')}
          placeholder={t('field.email_placeholder')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          enterKeyHint="next"
        />
        <PasswordField
          form={form}
          name="current_password"
          label={t('profile.current_password')}
          autoComplete="current-password"
          enterKeyHint="done"
        />
        <div>
          <Button type="submit" size="lg" isWide isBusy={form.isBusy} disabled={!isFilled}>
            {t('email_change.submit')}
          </Button>
          <FormFailure failure={form.failure} />
        </div>
      </form>
    </Sheet>
  )
}
