import { useForm } from '@cashbox/client/use-form'
import { changePassword } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { FormFailure, NewPasswordFields, PasswordField } from '../../platform/forms.tsx'
import { useUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { AccountName } from './account-name.tsx'

export function ChangePasswordSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const { email } = useUser()
  const form = useForm({
    initial: { current_password: '', password: '', password_confirmation: '' },
    related: { password: 'password_confirmation' },
    send: async (values) => {
      await call(changePassword, values)
      notify('success', t('profile.password_changed'))
      onClose()
    },
  })
  const isFilled = Object.values(form.values).every((value) => value !== '')
  return (
    <Sheet isOpen onClose={onClose} title={t('profile.change_password')} closeLabel={t('common.close')}>
      <form {...form.element} className="grid gap-5">
        <AccountName email={email} />
        <PasswordField
          form={form}
          name="current_password"
          label={t('profile.current_password')}
          autoComplete="current-password"
          enterKeyHint="next"
        />
        <NewPasswordFields form={form} label={t('auth.reset.password')} enterKeyHint="done" />
        <div>
          <Button type="submit" size="lg" isWide isBusy={form.isBusy} disabled={!isFilled}>
            {t('auth.reset.submit')}
          </Button>
          <FormFailure failure={form.failure} />
        </div>
      </form>
    </Sheet>
  )
}
