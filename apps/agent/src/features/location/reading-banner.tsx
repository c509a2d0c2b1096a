import { MapPinOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useLocationState } from '../../platform/location/location.ts'

/** Above everything that is read without the agent being at their point. */
export function ReadingBanner() {
  const t = useTranslations('location')
  const { status } = useLocationState()
  return (
    <div role="status" className="sticky top-0 z-20 border-b border-line bg-warning-soft text-warning-ink">
      <div className="mx-auto flex max-w-[35rem] items-center gap-3 px-4 py-2 text-sm lg:max-w-5xl">
        <MapPinOff aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1">{t(status === 2 ? 'reading_outside' : 'reading_unknown')}</p>
        <Link
          href="/dashboard"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('reading_back')}
        </Link>
      </div>
    </div>
  )
}
