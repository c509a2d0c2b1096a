import { useForm } from '@cashbox/client/use-form'
import { changeOwnPassword } from '@cashbox/contract/operator'
import { Badge, Button, Card } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasswordField, Submit } from '../../platform/forms/submit.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { useOperator, useSessionQuery } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { Facts } from '../../platform/values/values.tsx'
import { Enrolment } from './enrolment.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasskeyCard } from './passkey-card.tsx'

export function AccountPage() {
  const t = useTranslations()
  const { name, email, role } = useOperator()
  const [sent, setSent] = useState(0)
  const hasTwoFactor = useSessionQuery().data?.has_two_factor ?? false
  return (
    <>
      <PageHead title={t('pages.account')} />
      <div className="grid max-w-2xl gap-5">
        <Card>
          <Facts
            facts={[
              [t('operators.name'), name],
              [t('operators.email'), email],
              [t('operators.role'), t(`roles.${role}`)],
            ]}
          />
        </Card>
        <Card className="grid gap-4">
          <h2 className="text-lg font-semibold">{t('account.password_title')}</h2>
          <PasswordChange key={sent} onDone={() => setSent(sent + 1)} />
        </Card>
        <SecondFactor />
        {hasTwoFactor && <PasskeyCard />}
        <OwnSessions />
      </div>
    </>
  )
}

function PasswordChange({ onDone }: { onDone: () => void }) {
  const t = useTranslations('account')
  const form = useForm({
    initial: { password: '', new_password: '' },
    send: async (values) => {
      await call(changeOwnPassword, values)
      notify('success', t('password_changed'))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid max-w-md gap-4">
      <PasswordField form={form} name="password" label={t('password')} autoComplete="current-password" />
      <PasswordField
        form={form}
        name="new_password"
        label={t('new_password')}
        help={t('password_help')}
        autoComplete="new-password"
      />
      <Submit form={form} label={t('change_password')} />
    </form>
  )
}

function SecondFactor() {
  const t = useTranslations()
  const { data: session } = useSessionQuery()
  const [isOpen, setOpen] = useState(false)
  const has = session?.has_two_factor ?? false
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-lg font-semibold">{t('account.factor_title')}</h2>
      <Badge tone={has ? 'approved' : 'pending'} icon={has ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}>
        {has ? t('operators.factor_on') : t('operators.factor_off')}
      </Badge>
      <p className="text-ink-soft">{has ? t('account.factor_on_text') : t('account.factor_off_text')}</p>
      {!has && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('account.factor_set_up')}
        </Button>
      )}
      <Sheet
        isOpen={isOpen && !has}
        onClose={() => setOpen(false)}
        title={t('log_in.enrolment.title')}
        closeLabel={t('common.close')}
      >
        <Enrolment />
      </Sheet>
    </Card>
  )
}
