import { BrandMark, Button } from '@cashbox/ui'
import { Wrench } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useScreenTitle } from '../platform/screen.tsx'
import { useSettingsQuery } from '../platform/settings.ts'

export function MaintenancePage() {
  const t = useTranslations()
  const { refetch, isFetching } = useSettingsQuery()
  useScreenTitle(t('maintenance.title'))
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-6 p-6 text-center">
      <BrandMark className="size-14" />
      <span className="grid size-20 place-items-center rounded-full bg-sunken text-ink-soft">
        <Wrench aria-hidden className="size-9" />
      </span>
      <h1 className="text-xl font-semibold">{t('maintenance.title')}</h1>
      <p className="text-ink-soft">{t('maintenance.text')}</p>
      <Button variant="primary" size="lg" isWide isBusy={isFetching} onClick={() => void refetch()}>
        {t('common.refresh')}
      </Button>
    </main>
  )
}
