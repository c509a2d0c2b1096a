import { useTranslations } from 'use-intl'
import { useIsSlow } from '../platform/screen.tsx'

/** Fills the screen while there is nothing to show yet. Looks like the page before the app has started. */
export function Loader({ text }: { text?: string }) {
  const t = useTranslations()
  const isSlow = useIsSlow()
  const shown = text ?? (isSlow ? t('offline.slow') : null)
  return (
    <div className="splash" role="status" aria-busy="true">
      <div className="grid justify-items-center gap-4 p-6 text-center">
        <span className="splash-mark" />
        <span className={shown ? 'text-ink-soft' : 'sr-only'}>{shown ?? t('common.loading')}</span>
      </div>
    </div>
  )
}
