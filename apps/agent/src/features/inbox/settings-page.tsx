import { useExplanation } from '@cashbox/client/failure-texts'
import { Button, Card, Skeleton } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import { BellOff, BellRing, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { BackLink } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { type PushState, turnPushOff, turnPushOn } from './push.ts'
import { reloadNoticeSettings, SettingsForm, useNoticeSettings } from './settings-form.tsx'

export function NoticeSettingsPage() {
  const t = useTranslations('notices')
  const { is_demo } = useUser()
  const { data, error, refetch, isFetching } = useNoticeSettings()
  useScreenTitle(t('settings'))
  useUsableMark()
  return (
    <div className="mx-auto grid w-full max-w-[35rem] gap-6">
      <div className="grid gap-1">
        <BackLink href="/notices" text={t('title')} />
        <h1 className="text-xl font-semibold">{t('settings')}</h1>
      </div>
      {data ? (
        <>
          {!is_demo && <PushCard state={data.pushState} serverKey={data.push_key} />}
          <SettingsForm settings={data.settings} />
        </>
      ) : error && !isFetching ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy className="grid gap-6">
          <Skeleton className="h-40" />
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  )
}

const icons: Readonly<Record<PushState, LucideIcon>> = {
  on: BellRing,
  off: BellOff,
  denied: BellOff,
  unsupported: BellOff,
}

function PushCard({ state, serverKey }: { state: PushState; serverKey: string }) {
  const t = useTranslations('notices')
  const explain = useExplanation()
  const Icon = icons[state]
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
