import { useTranslations } from 'use-intl'
import { useScreenTitle } from '../../platform/screen.tsx'

export function StatisticsTitle() {
  const t = useTranslations('statistics')
  useScreenTitle(t('title'))
  return <h1 className="text-xl font-semibold lg:col-span-2">{t('title')}</h1>
}
