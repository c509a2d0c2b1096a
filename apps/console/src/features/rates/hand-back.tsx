import { handRateBack } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import { formatRate } from './rate-format.ts'
import { keepRate, type Rates, renewRates } from './rates.ts'
import type { RateDialogProps } from './set-rate.tsx'

interface HandBackProps extends RateDialogProps {
  readonly rules: Pick<Rates, 'max_age_s' | 'when_stale' | 'max_change_percent'>
}

/** Leaves a rate to the feed again. */
export function HandBack({ rate: opened, rules, onClose }: HandBackProps) {
  const t = useTranslations()
  const [known] = useState(opened)
  const [openedAt] = useState(() => Date.now() / 1000)
  const { coin, currency_code, version } = known
  const currency = currency_code
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const changed = await call(handRateBack, { coin, currency_code, version, reason })
      keepRate(changed.rate)
      notify('success', t('rates.hand_back.done', { coin, currency }))
      onClose()
    },
  })
  // It keeps its age, and the feed's limit counts for it from now on.
  const isOld = rules.when_stale === 'hold' && (known.set_at ?? 0) < openedAt - rules.max_age_s
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('rates.hand_back.title', { coin, currency })}
      closeLabel={t('common.close')}
    >
      <form {...form.element} className="grid gap-4">
        <p>
          {t('rates.hand_back.text', { rate: formatRate(known.rate ?? '0') })}{' '}
          {rules.max_change_percent !== null && t('rates.hand_back.far', { percent: rules.max_change_percent })}
        </p>
        {isOld && (
          <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('rates.hand_back.old', { coin })} />
        )}
        <TextAreaField
          form={form}
          name="reason"
          label={t('rates.reason')}
          help={t('rates.reason_help')}
          maxLength={500}
        />
        <Submit
          form={form}
          label={t('rates.hand_back.submit')}
          isDisabled={form.values.reason.trim() === ''}
          onCancel={onClose}
          onReload={() => void renewRates().then(onClose)}
        />
      </form>
    </Sheet>
  )
}
