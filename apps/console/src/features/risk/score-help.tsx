import { HelpPopover } from '@cashbox/ui/popover'
import { useTranslations } from 'use-intl'

export function ScoreHelp() {
  const t = useTranslations('risk.score_help')
  return (
    <HelpPopover label={t('label')} title={t('label')}>
      <div className="grid gap-2">
        <p>{t('weights')}</p>
        <p>{t('fading')}</p>
        <p>{t('sum')}</p>
      </div>
    </HelpPopover>
  )
}
