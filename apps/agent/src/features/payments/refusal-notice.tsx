import type { CallFailure } from '@cashbox/client/call-failure'
import { Notice } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../../platform/settings.ts'

/** A refusal that belongs to no field. */
export function RefusalNotice({ failure, icon }: { failure: CallFailure; icon: ReactNode }) {
  const t = useTranslations('payment.failure')
  const { telegram_link } = useSettings()
  return (
    <Notice tone="danger" role="alert" icon={icon} title={t('title')}>
      <p>{failure.serverMessage || t('text')}</p>
      {telegram_link && (
        <a
          href={telegram_link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('support')}
        </a>
      )}
    </Notice>
  )
}
