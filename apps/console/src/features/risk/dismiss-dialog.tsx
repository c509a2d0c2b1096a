import { dismissRiskSignal, type RiskSignal } from '@cashbox/contract/operator'
import { Sheet } from '@cashbox/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { fullName } from '../../platform/full-name.ts'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import { renewRisk } from './risk.ts'
import type { SignalAgent } from './signal-card.tsx'

interface DismissDialogProps {
  readonly signal: RiskSignal
  readonly agent: SignalAgent
  readonly onClose: () => void
}

/** Asks for a reason, on the signal as it was when the dialog was opened. */
export function DismissDialog({ signal, agent, onClose }: DismissDialogProps) {
  const t = useTranslations()
  const [seen] = useState(signal)
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      await call(dismissRiskSignal, { signal_id: seen.id, version: seen.version, reason })
      await renewRisk(agent.cash_id)
      notify('success', t('risk.dismiss.done'))
      onClose()
    },
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('risk.dismiss.title', { signal: t(`risk.kinds.${seen.kind}.title`) })}
      closeLabel={t('common.close')}
    >
      <form {...form.element} className="grid gap-4">
        <p>{t('risk.dismiss.text', { name: fullName(agent) })}</p>
        <TextAreaField
          form={form}
          name="reason"
          label={t('risk.dismiss.reason')}
          help={t('risk.dismiss.reason_help')}
          maxLength={500}
        />
        <Submit
          form={form}
          label={t('risk.dismiss.submit')}
          variant="danger"
          isDisabled={form.values.reason.trim() === ''}
          onCancel={onClose}
          onReload={() => void renewRisk(agent.cash_id).then(onClose)}
        />
      </form>
    </Sheet>
  )
}
