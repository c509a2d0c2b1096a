import { type Form, type FormValues, useForm } from '@cashbox/client/use-form'
import {
  changePassword,
  deviceName,
  endOtherSessions,
  listOwnSessions,
  type OwnSession,
  requestEmailChange,
} from '@cashbox/contract'
import { Badge, Button, DateTime, ErrorState, type FieldForm, PasswordField, Skeleton } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { EmailField, SubmitButton } from '../../platform/forms.tsx'
import { useLanguage } from '../../platform/language/language.ts'
import { answerTo } from '../../platform/live/queries.ts'
import { NewPasswordFields } from '../../platform/new-password.tsx'
import { useUser } from '../../platform/session/user.ts'
import { formatDateTime } from '../../platform/time/formats.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { notify } from '../../platform/toasts.ts'

interface SheetProps {
  readonly onClose: () => void
}

export function ChangePasswordSheet({ onClose }: SheetProps) {
  const t = useTranslations()
  const form = useForm({
    initial: { current_password: '', password: '', password_confirmation: '' },
    related: { password: 'password_confirmation' },
    send: async (values) => {
      await call(changePassword, values)
      notify('success', t('profile.password_changed'))
      onClose()
    },
  })
  return (
    <FormSheet form={form} title={t('profile.change_password')} submit={t('auth.reset.submit')} onClose={onClose}>
      <CurrentPassword form={form} enterKeyHint="next" />
      <NewPasswordFields form={form} label={t('auth.reset.password')} enterKeyHint="done" />
    </FormSheet>
  )
}

export function ChangeEmailSheet({ onClose }: SheetProps) {
  const t = useTranslations('email_change')
  const form = useForm({
    initial: { email: '', current_password: '' },
    send: async (values) => {
      await call(requestEmailChange, values, { ignore403: true })
      notify('success', t('sent', { email: values.email.trim() }))
      onClose()
    },
  })
  return (
    <FormSheet form={form} title={t('change')} submit={t('submit')} onClose={onClose}>
      <EmailField form={form} label={t('new_email')} help={t('help')} />
      <CurrentPassword form={form} enterKeyHint="done" />
    </FormSheet>
  )
}

interface FormSheetProps<Values extends FormValues> extends SheetProps {
  readonly form: Form<Values>
  readonly title: string
  readonly submit: string
  readonly children: ReactNode
}

function FormSheet<Values extends FormValues>({ form, title, submit, onClose, children }: FormSheetProps<Values>) {
  const isMissing = Object.values(form.values).includes('')
  return (
    <Sheet isOpen onClose={onClose} title={title}>
      <form {...form.element} className="grid gap-5">
        {children}
        <SubmitButton form={form} label={submit} disabled={isMissing} />
      </form>
    </Sheet>
  )
}

interface CurrentPasswordProps {
  readonly form: FieldForm<{ current_password: string }>
  readonly help?: string
  readonly enterKeyHint: 'next' | 'done'
}

function CurrentPassword(props: CurrentPasswordProps) {
  const t = useTranslations('profile')
  const { email } = useUser()
  return (
    <>
      {/* Tells password managers which account it is. */}
      <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
      <PasswordField {...props} name="current_password" label={t('current_password')} autoComplete="current-password" />
    </>
  )
}

type Ending = { readonly sessionId: string | null }

export function DevicesSheet({ onClose }: SheetProps) {
  const t = useTranslations()
  const [ending, setEnding] = useState<Ending | null>(null)
  const { data, isError, refetch } = useQuery({ ...answerTo(listOwnSessions, {}), staleTime: 0 })
  const sessions = data?.list
  const done = () => {
    setEnding(null)
    notify('success', t('profile.ended'))
    void refetch()
  }
  return (
    <Sheet isOpen onClose={onClose} title={t('profile.devices')}>
      {sessions ? (
        <div className="grid gap-5">
          <ul className="grid gap-4">
            {sessions.map((session) => (
              <Device key={session.id} session={session} onEnd={() => setEnding({ sessionId: session.id })} />
            ))}
          </ul>
          {sessions.length === 1 && <p className="text-ink-soft">{t('profile.only_this')}</p>}
          {sessions.length > 2 && !ending && (
            <Button variant="secondary" isWide onClick={() => setEnding({ sessionId: null })}>
              {t('profile.end_others')}
            </Button>
          )}
          {ending && <EndForm key={ending.sessionId} {...ending} onDone={done} />}
        </div>
      ) : isError ? (
        <ErrorState title={t('error.title')} text={t('error.load')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Sheet>
  )
}

function Device({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const t = useTranslations('profile')
  const timeZone = useTimezone()
  const { language } = useLanguage()
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
  const form = useForm({
    initial: { current_password: '' },
    send: async (values) => {
      await call(endOtherSessions, { ...values, ...(sessionId === null ? {} : { session_id: sessionId }) })
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-5">
      <CurrentPassword form={form} help={t('end_confirm')} enterKeyHint="done" />
      <SubmitButton
        form={form}
        label={sessionId === null ? t('end_others') : t('end_one')}
        disabled={form.values.current_password === ''}
      />
    </form>
  )
}
