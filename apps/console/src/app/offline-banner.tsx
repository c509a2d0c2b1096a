import { useIsOnline } from '@cashbox/client/network'
import { WifiOff } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** Lies over the top edge, so that nothing below it moves when the network comes and goes. */
export function OfflineBanner() {
  const t = useTranslations('offline')
  const isOnline = useIsOnline()
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-[60] flex justify-center"
    >
      {!isOnline && (
        <p className="m-2 flex items-center gap-2 rounded-full bg-ink px-4 py-2 text-sm text-paper">
          <WifiOff aria-hidden className="size-4" />
          <span>
            <span className="font-semibold">{t('title')}</span> {t('text')}
          </span>
        </p>
      )}
    </div>
  )
}
