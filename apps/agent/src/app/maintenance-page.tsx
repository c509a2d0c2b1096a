import { BrandMark, Button } from '@cashbox/ui'
import { Wrench } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { retryLanguage } from '../platform/language/load-language.ts'
import { useScreenTitle } from '../platform/screen.tsx'
import { reloadSettings, useSettingsState } from '../platform/settings.ts'

export function MaintenancePage() {
  const t = useTranslations()
  const { isAsking } = useSettingsState()
  useScreenTitle(t('maintenance.title'))
  // The app that comes after it speaks the chosen language, also where the server gave none during maintenance.
  useEffect(() => retryLanguage, [])
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-6 p-6 text-center">
      <BrandMark className="size-14" />
      <span className="grid size-20 place-items-center rounded-full bg-sunken text-ink-soft">
        <Wrench aria-hidden className="size-9" />
      </span>
      <h1 className="text-xl font-semibold">{t('maintenance.title')}</h1>
      <p className="text-ink-soft">{t('maintenance.text')}</p>
      <Button variant="primary" size="lg" isWide isBusy={isAsking} onClick={() => void reloadSettings()}>
        {t('common.refresh')}
      </Button>
    </main>
  )
}
