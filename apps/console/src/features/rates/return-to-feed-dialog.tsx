import { returnRateToFeed } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ActDialog } from '../../platform/act-dialog.tsx'
import { ReasonForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { formatRate } from './rate-format.ts'
import { keepRate, type Rates, renewRates } from './rates.ts'
import type { RateDialogProps } from './set-rate-dialog.tsx'

interface ReturnToFeedDialogProps extends RateDialogProps {
  readonly rules: Pick<Rates, 'max_change_percent'>
}

/** Leaves a rate to the feed again. */
export function ReturnToFeedDialog({ rate, rules, onClose }: ReturnToFeedDialogProps) {
  const t = useTranslations('rates')
  const { coin, currency_code } = rate
  const names = { coin, currency: currency_code }
  return (
    <ActDialog thing={rate} title={() => t('return_to_feed.title', names)} reload={renewRates} onClose={onClose}>
      {(seen, act) => (
        <ReasonForm
          {...act}
          text={
            <>
              {t('return_to_feed.text', { rate: formatRate(seen.rate ?? '0') })}{' '}
              {rules.max_change_percent !== null && t('return_to_feed.far', { percent: rules.max_change_percent })}
            </>
          }
          reasonHelp={t('reason_help')}
          submit={t('return_to_feed.submit')}
          done={t('return_to_feed.done', names)}
          send={async (reason) => {
            const changed = await call(returnRateToFeed, { coin, currency_code, version: seen.version, reason })
            keepRate(changed.rate)
          }}
        >
          {!seen.is_usable_by_feed && (
            <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('return_to_feed.old', { coin })} />
          )}
        </ReasonForm>
      )}
    </ActDialog>
  )
}
