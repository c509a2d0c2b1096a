import { changeOwnPassword } from '@cashbox/contract/operator'
import { Button, Card, PasswordField } from '@cashbox/ui'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps } from '../../platform/forms/form.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { useOperator, useSessionQuery } from '../../platform/session/session.ts'
import { Facts, IconBadge } from '../../platform/values/values.tsx'
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

function PasswordChange(act: ActProps) {
  const t = useTranslations('account')
  return (
    <ActForm
      {...act}
      className="grid max-w-md gap-4"
      initial={{ password: '', new_password: '' }}
      send={(values) => call(changeOwnPassword, values)}
      done={t('password_changed')}
      submit={t('change_password')}
    >
      {(form) => (
        <>
          <PasswordField form={form} name="password" label={t('password')} autoComplete="current-password" />
          <PasswordField
            form={form}
            name="new_password"
            label={t('new_password')}
            help={t('password_help')}
            autoComplete="new-password"
          />
        </>
      )}
    </ActForm>
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
      <IconBadge style={has ? ['approved', ShieldCheck] : ['pending', ShieldOff]}>
        {t(has ? 'operators.factor_on' : 'operators.factor_off')}
      </IconBadge>
      <p className="text-ink-soft">{t(has ? 'account.factor_on_text' : 'account.factor_off_text')}</p>
      {!has && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('account.factor_set_up')}
        </Button>
      )}
      {isOpen && !has && (
        <Dialog onClose={() => setOpen(false)} title={t('log_in.enrolment.title')}>
          <Enrolment />
        </Dialog>
      )}
    </Card>
  )
}
