import { useExplanation } from '@cashbox/client/failure-texts'
import { useForm } from '@cashbox/client/use-form'
import {
  emailKinds,
  getNoticeSettings,
  type InputOf,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
  setNoticeSettings,
} from '@cashbox/contract'
import { Button, Card, Checkbox, type FieldForm, Skeleton, TextField } from '@cashbox/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { AmountInput } from '../../platform/amount-input.tsx'
import { call } from '../../platform/call.ts'
import { Loaded } from '../../platform/failed.tsx'
import { SubmitButton } from '../../platform/forms.tsx'
import { queryClient } from '../../platform/live/queries.ts'
import { BackLink } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from './push.ts'

function SettingsForm({ settings }: { settings: NoticeSettings }) {
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
      <SubmitButton form={form} label={t('notices.save')} />
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
      <AmountInput
        form={form}
        name="low_float"
        isOptional
        label={t('low_label', { currency: channel.currency_code })}
        help={t('low_help')}
      />
    </Card>
  )
}

type BoxName = Extract<keyof SettingValues, `push_${string}` | `email_${string}`>

function KindTable({ form }: { form: FieldForm<SettingValues> }) {
  const t = useTranslations('notices')
  const box = (name: BoxName, label: string) => (
    <Checkbox
      label={<span className="sr-only">{label}</span>}
      checked={form.values[name]}
      onChange={({ target }) => form.change(name, target.checked)}
      className="min-w-11 justify-center gap-0!"
    />
  )
  return (
    <table className="w-full">
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col">
            <span className="sr-only">{t('kinds_title')}</span>
          </th>
          <th scope="col" className="w-16 px-1 font-semibold">
            {t('by_push')}
          </th>
          <th scope="col" className="w-16 px-1 font-semibold">
            {t('by_email')}
          </th>
        </tr>
      </thead>
      <tbody>
        {noticeKinds.map((kind) => {
          const byMail = emailKinds.find((one) => one === kind)
          const name = t(`kind_${kind}`)
          return (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1 pe-2 text-start font-normal">
                {name}
              </th>
              <td>{box(`push_${kind}`, `${name}: ${t('by_push')}`)}</td>
              <td className="text-center text-sm text-ink-soft">
                {byMail
                  ? box(`email_${byMail}`, `${name}: ${t('by_email')}`)
                  : t(kind === 'status' ? 'always' : 'never')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type EmailKind = (typeof emailKinds)[number]

type SettingValues = Record<`push_${NoticeKind}` | `email_${EmailKind}` | 'isQuiet', boolean> &
  Record<'quiet_from' | 'quiet_until' | 'low_float', string>

const NIGHT = { from: '22:00', until: '07:00' }

function valuesOf({ push, email, quiet_from, quiet_until, low_float }: NoticeSettings): SettingValues {
  const boxes = [
    ...noticeKinds.map((kind) => [`push_${kind}`, push.includes(kind)]),
    ...emailKinds.map((kind) => [`email_${kind}`, email.includes(kind)]),
  ]
  return {
    ...(Object.fromEntries(boxes) as Record<`push_${NoticeKind}` | `email_${EmailKind}`, boolean>),
    isQuiet: quiet_from !== null,
    quiet_from: quiet_from ?? NIGHT.from,
    quiet_until: quiet_until ?? NIGHT.until,
    low_float: low_float ?? '',
  }
}

const settingsOf = (values: SettingValues): InputOf<typeof setNoticeSettings> => ({
  push: noticeKinds.filter((kind) => values[`push_${kind}`]),
  email: emailKinds.filter((kind) => values[`email_${kind}`]),
  quiet_from: values.isQuiet ? values.quiet_from : null,
  quiet_until: values.isQuiet ? values.quiet_until : null,
  low_float: values.low_float === '' ? null : values.low_float,
})

const SETTINGS_KEY = ['notice-settings'] as const

const reloadNoticeSettings = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SETTINGS_KEY })

export function NoticeSettingsPage() {
  const t = useTranslations('notices')
  const { is_demo } = useUser()
  const query = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: async ({ signal }) => {
      const answer = await call(getNoticeSettings, {}, { signal })
      return { ...answer, pushState: await readPushState(answer.is_push_on) }
    },
    staleTime: 0,
  })
  useScreenTitle(t('settings'))
  useUsableMark()
  return (
    <div className="mx-auto grid w-full max-w-[35rem] gap-6">
      <div className="grid gap-1">
        <BackLink href="/notices" text={t('title')} />
        <h1 className="text-xl font-semibold">{t('settings')}</h1>
      </div>
      <Loaded
        query={query}
        skeleton={
          <div aria-busy className="grid gap-6">
            <Skeleton className="h-40" />
            <Skeleton className="h-96" />
          </div>
        }
      >
        {({ settings, pushState, push_key }) => (
          <>
            {!is_demo && <PushCard state={pushState} serverKey={push_key} />}
            <SettingsForm settings={settings} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function PushCard({ state, serverKey }: { state: PushState; serverKey: string }) {
  const t = useTranslations('notices')
  const explain = useExplanation()
  const Icon = state === 'on' ? BellRing : BellOff
  const { mutate, isPending } = useMutation({
    mutationFn: () => (state === 'on' ? turnPushOff() : turnPushOn(serverKey)),
    onSuccess: () => reloadNoticeSettings(),
    // Browsers without a push service throw a DOMException.
    onError: (error) => notify('error', error instanceof DOMException ? t('push_failed') : explain(error)),
  })
  return (
    <Card className="grid gap-4">
      <div className="flex gap-3">
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-ink-soft" />
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">{t('push_title')}</h2>
          <p role="status" className="text-ink-soft">
            {t(`push_${state}`)}
          </p>
        </div>
      </div>
      {(state === 'on' || state === 'off') && (
        <Button variant={state === 'on' ? 'secondary' : 'primary'} isWide isBusy={isPending} onClick={() => mutate()}>
          {t(state === 'on' ? 'push_turn_off' : 'push_turn_on')}
        </Button>
      )}
    </Card>
  )
}
