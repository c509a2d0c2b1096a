import { CallFailure } from '@cashbox/client/call-failure'
import { type KnownRate, setRate } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField, TextField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import { formatChange, formatRate } from './rate-format.ts'
import { keepRate, renewRates } from './rates.ts'

export interface RateDialogProps {
  readonly rate: KnownRate
  readonly onClose: () => void
}

/** Sets a rate by hand; one that is far from the last is asked about before it is sent as meant. */
export function SetRate({ rate: opened, onClose }: RateDialogProps) {
  const t = useTranslations()
  // Of the moment the dialog was opened: what is set replaces what was seen.
  const [known] = useState(opened)
  const { coin, currency_code, version } = known
  const currency = currency_code
  const [askedAbout, setAskedAbout] = useState<string | null>(null)
  const form = useForm({
    initial: { rate: '', reason: '' },
    send: async ({ rate, reason }) => {
      const is_far_meant = askedAbout === rate
      try {
        const changed = await call(setRate, { coin, currency_code, version, rate, reason, is_far_meant })
        keepRate(changed.rate)
        notify('success', t('rates.set.done', { coin, currency, rate: formatRate(changed.rate.rate ?? rate) }))
        onClose()
      } catch (error) {
        if (!(error instanceof CallFailure) || error.code !== 'rate_far') throw error
        setAskedAbout(rate)
      }
    },
  })
  const isAsking = askedAbout !== null && askedAbout === form.values.rate
  return (
    <Sheet isOpen onClose={onClose} title={t('rates.set.title', { coin, currency })} closeLabel={t('common.close')}>
      <form {...form.element} className="grid gap-4">
        <WhatItDoes rate={known} />
        <TextField
          form={form}
          name="rate"
          label={t('rates.new_rate')}
          inputMode="decimal"
          prefix={`1 ${coin} =`}
          suffix={currency}
        />
        <TextAreaField
          form={form}
          name="reason"
          label={t('rates.reason')}
          help={t('rates.reason_help')}
          maxLength={500}
        />
        <div role="alert" className="empty:hidden">
          {isAsking && known.rate !== null && <FarQuestion before={known.rate} after={askedAbout} />}
        </div>
        <Submit
          form={form}
          label={t(isAsking ? 'rates.far.submit' : 'rates.set.submit')}
          variant={isAsking ? 'danger' : 'primary'}
          isDisabled={form.values.rate.trim() === ''}
          onCancel={onClose}
          onReload={() => void renewRates().then(onClose)}
        />
      </form>
    </Sheet>
  )
}

function WhatItDoes({ rate: { coin, currency_code: currency, rate, source } }: Pick<RateDialogProps, 'rate'>) {
  const t = useTranslations('rates.set')
  return (
    <p>
      {rate === null ? t('first', { coin }) : t('before', { coin, currency, rate: formatRate(rate) })} {t('text')}{' '}
      {source === 'feed' && t('from_feed')}
    </p>
  )
}

function FarQuestion({ before, after }: { before: string; after: string }) {
  const t = useTranslations('rates.far')
  return (
    <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('title')}>
      {t('text', { change: formatChange(before, after), before: formatRate(before), after: formatRate(after) })}
    </Notice>
  )
}
