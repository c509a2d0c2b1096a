import { useIsOnline } from '@cashbox/client/network'
import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { OfflineBanner, Toaster } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { Failed } from '../platform/failed.tsx'
import { Translated } from '../platform/language/intl.tsx'
import { useToaster } from '../platform/toasts.ts'
import { Start } from './start.tsx'

export function App() {
  return (
    <Translated>
      <NetworkState />
      <ScreenBoundary failed={Failed}>
        <Start />
      </ScreenBoundary>
      <Notices />
    </Translated>
  )
}

function Notices() {
  const t = useTranslations('common')
  return <Toaster label={t('notifications')} closeLabel={t('close')} {...useToaster()} />
}

function NetworkState() {
  const t = useTranslations('offline')
  return (
    <OfflineBanner isShown={!useIsOnline()}>
      <span className="font-semibold">{t('banner')}</span>
      <span className="sr-only">{t('text')}</span>
    </OfflineBanner>
  )
}
