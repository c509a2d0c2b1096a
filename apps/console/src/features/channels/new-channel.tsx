import { createChannel } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { keepChannel } from '../../platform/channels.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField, TextField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { bpOf } from '../../platform/percent.ts'
import { Submit } from '../../platform/submit.tsx'
import { feeInput } from './fee-input.ts'

export function NewChannel({ onDone }: { onDone: () => void }) {
  const t = useTranslations('channels')
  const form = useForm({
    initial: { name: '', code: '', currency_code: '', deposit_fee_bp: '', withdraw_fee_bp: '', reason: '' },
    send: async ({ deposit_fee_bp, withdraw_fee_bp, currency_code, ...values }) => {
      const { channel } = await call(createChannel, {
        ...values,
        currency_code: currency_code.trim().toUpperCase(),
        deposit_fee_bp: bpOf(deposit_fee_bp),
        withdraw_fee_bp: bpOf(withdraw_fee_bp),
      })
      keepChannel(channel)
      notify('success', t('created_notice', { name: channel.name }))
      onDone()
    },
  })
  const plain = { form, autoCapitalize: 'none', spellCheck: false } as const
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t('create_text')}</p>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...plain} name="code" label={t('code')} help={t('code_help')} maxLength={40} />
        <TextField {...plain} name="currency_code" label={t('currency')} help={t('currency_help')} maxLength={3} />
        <TextField {...feeInput} form={form} name="deposit_fee_bp" label={t('deposit_fee')} />
        <TextField {...feeInput} form={form} name="withdraw_fee_bp" label={t('withdraw_fee')} />
      </div>
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit form={form} label={t('create_submit')} onCancel={onDone} />
    </form>
  )
}
