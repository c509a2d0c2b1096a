import { CallFailure } from '@cashbox/client/call-failure'
import { useForm } from '@cashbox/client/use-form'
import { type KnownRate, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { Callout, TextField } from '@cashbox/ui'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog, ActForm, type ActProps, ReasonField, ReasonForm } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { call } from '../../platform/session/call.ts'
import { cacheRate, formatRate, type Rates, refreshRates } from './rates.ts'

interface RateDialogProps {
  readonly rate: KnownRate
  readonly onClose: () => void
}

interface ReturnToFeedDialogProps extends RateDialogProps {
  readonly rules: Pick<Rates, 'max_change_percent'>
}

/** A large change must be confirmed, and then approved by a second operator. */
export function SetRateDialog({ rate, onClose }: RateDialogProps) {
  const t = useTranslations('rates')
  const { coin, currency_code: currency } = rate
  return (
    <ActDialog thing={rate} title={() => t('set.title', { coin, currency })} reload={refreshRates} onClose={onClose}>
      {(seen, act) => <SetRateForm {...act} rate={seen} />}
    </ActDialog>
  )
}

function SetRateForm({ rate: known, onDone, onReload }: ActProps & { rate: KnownRate }) {
  const t = useTranslations('rates')
  const { coin, currency_code, version } = known
  const currency = currency_code
  const isFirst = known.rate === null
  const notifyChanged = useChangeToast()
  const [question, setQuestion] = useState<{ rate: string; text: string } | null>(null)
  const form = useForm({
    initial: { rate: '', reason: '' },
    send: async ({ rate, reason }) => {
      const confirm_large_change = question?.rate === rate
      try {
        const changed = await call(setRate, { coin, currency_code, version, rate, reason, confirm_large_change })
        cacheRate(changed.rate)
        notifyChanged(changed.request, t('set.done', { coin, currency, rate: formatRate(changed.rate.rate ?? rate) }))
        onDone()
      } catch (error) {
        if (!(error instanceof CallFailure) || error.code !== 'rate_change_too_large') throw error
        setQuestion({ rate, text: error.errorOf('rate') ?? error.serverMessage })
      }
    },
  })
  const isAsking = question !== null && question.rate === form.values.rate
  return (
    <ActForm
      form={form}
      text={<WhatItDoes rate={known} />}
      submit={t(isAsking ? 'large_change.submit' : isFirst ? 'set.submit_first' : 'set.submit')}
      isDisabled={form.values.rate.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextField
        form={form}
        name="rate"
        label={t('new_rate')}
        inputMode="decimal"
        prefix={`1 ${coin} =`}
        suffix={currency}
      />
      <ReasonField form={form} help={t('reason_help')} />
      <div role="alert" className="empty:hidden">
        {isAsking && <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={question.text} />}
      </div>
    </ActForm>
  )
}

function WhatItDoes({ rate: { coin, currency_code: currency, rate, source } }: Pick<RateDialogProps, 'rate'>) {
  const t = useTranslations('rates.set')
  return (
    <>
      {rate === null ? t('first', { coin }) : t('before', { coin, currency, rate: formatRate(rate) })} {t('text')}{' '}
      {source === 'feed' && t('from_feed')}
    </>
  )
}

export function ReturnToFeedDialog({ rate, rules, onClose }: ReturnToFeedDialogProps) {
  const t = useTranslations('rates')
  const { coin, currency_code } = rate
  const names = { coin, currency: currency_code }
  return (
    <ActDialog thing={rate} title={() => t('return_to_feed.title', names)} reload={refreshRates} onClose={onClose}>
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
            cacheRate(changed.rate)
          }}
        >
          {!seen.is_usable_by_feed && (
            <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('return_to_feed.old', { coin })} />
          )}
        </ReasonForm>
      )}
    </ActDialog>
  )
}
