import { useForm } from '@cashbox/client/use-form'
import {
  changePassword,
  deviceName,
  endOtherSessions,
  listOwnSessions,
  type OwnSession,
  requestEmailChange,
} from '@cashbox/contract'
import { Badge, Button, DateTime, ErrorState, Skeleton } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { EmailField, NewPasswordFields, PasswordField, SubmitButton } from '../../platform/forms.tsx'
import { useWords } from '../../platform/language/language.ts'
import { useUser } from '../../platform/session/user.ts'
import { formatDateTime } from '../../platform/time/formats.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { notify } from '../../platform/toasts.ts'

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
        <SubmitButton form={form} label={t('auth.reset.submit')} disabled={!isFilled} />
      </form>
    </Sheet>
  )
}

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
        <EmailField form={form} label={t('email_change.new_email')} help={t('email_change.help')} />
        <PasswordField
          form={form}
          name="current_password"
          label={t('profile.current_password')}
          autoComplete="current-password"
          enterKeyHint="done"
        />
        <SubmitButton form={form} label={t('email_change.submit')} disabled={!isFilled} />
      </form>
    </Sheet>
  )
}

const sessionKeys = { all: ['sessions'] as const }

type Ending = { readonly sessionId: string | null }

export function DevicesSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const [ending, setEnding] = useState<Ending | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: sessionKeys.all,
    queryFn: async ({ signal }) => (await call(listOwnSessions, {}, { signal })).list,
    staleTime: 0,
  })
  const done = () => {
    setEnding(null)
    notify('success', t('profile.ended'))
    void refetch()
  }
  return (
    <Sheet isOpen onClose={onClose} title={t('profile.devices')} closeLabel={t('common.close')}>
      {data ? (
        <div className="grid gap-5">
          <ul className="grid gap-4">
            {data.map((session) => (
              <Device key={session.id} session={session} onEnd={() => setEnding({ sessionId: session.id })} />
            ))}
          </ul>
          {data.length === 1 && <p className="text-ink-soft">{t('profile.only_this')}</p>}
          {data.length > 2 && !ending && (
            <Button variant="secondary" isWide onClick={() => setEnding({ sessionId: null })}>
              {t('profile.end_others')}
            </Button>
          )}
          {ending && <EndForm key={ending.sessionId} {...ending} onDone={done} />}
        </div>
      ) : isError ? (
        <ErrorState
          title={t('error.title')}
          text={t('error.load')}
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Sheet>
  )
}

function Device({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const t = useTranslations('profile')
  const timeZone = useTimezone()
  const { language } = useWords()
  const { user_agent, ip, last_seen_at, is_current } = session
  const time = formatDateTime(last_seen_at, timeZone, language)
  return (
    <li className="grid justify-items-start gap-1">
      <span className="font-semibold">
        <bdi>{deviceName(user_agent) ?? t('unknown_device')}</bdi>
      </span>
      <span className="text-sm text-ink-soft">
        <DateTime seconds={last_seen_at} text={t('last_used', { time })} /> · <bdi dir="ltr">{ip}</bdi>
      </span>
      {is_current ? (
        <Badge tone="approved">{t('this_device')}</Badge>
      ) : (
        <Button variant="secondary" onClick={onEnd}>
          {t('end_one')}
        </Button>
      )}
    </li>
  )
}

function EndForm({ sessionId, onDone }: Ending & { onDone: () => void }) {
  const t = useTranslations('profile')
  const { email } = useUser()
  const form = useForm({
    initial: { current_password: '' },
    send: async (values) => {
      await call(endOtherSessions, { ...values, ...(sessionId === null ? {} : { session_id: sessionId }) })
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-5">
      <AccountName email={email} />
      <PasswordField
        form={form}
        name="current_password"
        label={t('current_password')}
        help={t('end_confirm')}
        autoComplete="current-password"
        enterKeyHint="done"
      />
      <SubmitButton
        form={form}
        label={sessionId === null ? t('end_others') : t('end_one')}
        disabled={form.values.current_password === ''}
      />
    </form>
  )
}

/** Tells password managers which account it is. */
const AccountName = ({ email }: { email: string }) => (
  <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
)
