import { useForm } from '@cashbox/client/use-form'
import { createChannel } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { keepChannel } from '../../platform/channels.ts'
import { notify } from '../../platform/notices.ts'
import { bpOf } from '../../platform/percent.ts'
import { feeInput } from './fee-input.ts'

export function NewChannel({ onDone }: { onDone: () => void }) {
  const t = useTranslations('channels')
  const sayChanged = useSayChanged()
  const form = useForm({
    initial: { name: '', code: '', currency_code: '', deposit_fee_bp: '', withdraw_fee_bp: '', reason: '' },
    send: async ({ deposit_fee_bp, withdraw_fee_bp, currency_code, ...values }) => {
      const { channel, request } = await call(createChannel, {
        ...values,
        currency_code: currency_code.trim().toUpperCase(),
        deposit_fee_bp: bpOf(deposit_fee_bp),
        withdraw_fee_bp: bpOf(withdraw_fee_bp),
      })
      keepChannel(channel)
      notify('success', t('created_notice', { name: channel.name }))
      if (request) sayChanged(request, '')
      onDone()
    },
  })
  const plain = { form, autoCapitalize: 'none', spellCheck: false } as const
  return (
    <ActForm form={form} text={t('create_text')} submit={t('create_submit')} onCancel={onDone}>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...plain} name="code" label={t('code')} help={t('code_help')} maxLength={40} />
        <TextField {...plain} name="currency_code" label={t('currency')} help={t('currency_help')} maxLength={3} />
        <TextField {...feeInput} form={form} name="deposit_fee_bp" label={t('deposit_fee')} />
        <TextField {...feeInput} form={form} name="withdraw_fee_bp" label={t('withdraw_fee')} />
      </div>
      <ReasonField form={form} />
    </ActForm>
  )
}
