import { Skeleton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { BackLink } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { PushCard } from './push-card.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useNoticeSettings } from './use-notice-settings.ts'

/** How the agent is told, and how not. */
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
