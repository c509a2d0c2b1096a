import type { Settings } from '@cashbox/contract'
import { useTranslations } from 'use-intl'
import { Facts } from '../../platform/values.tsx'
import { BrandPreview } from './brand-preview.tsx'

/** What the form says, for operators who may not change it. */
export function LookFacts({ settings }: { settings: Settings }) {
  const t = useTranslations('settings')
  return (
    <>
      <Facts
        facts={[
          [t('look.partner_name'), settings.partner_name],
          [t('look.telegram_link'), settings.telegram_link ?? t('look.no_link')],
          [t('look.timezone'), settings.currentTimezone],
          [t('color.label'), settings.brand_color],
        ]}
      />
      <BrandPreview color={settings.brand_color} />
    </>
  )
}
