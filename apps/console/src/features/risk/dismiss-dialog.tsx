import { dismissRiskSignal, type RiskSignal } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { ActDialog } from '../../platform/act-dialog.tsx'
import { ReasonForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { fullName } from '../../platform/full-name.ts'
import { renewRisk, type SignalAgent } from './risk.ts'

interface DismissDialogProps {
  readonly signal: RiskSignal
  readonly agent: SignalAgent
  readonly onClose: () => void
}

/** Dismisses a signal, with the reason for it. */
export function DismissDialog({ signal, agent, onClose }: DismissDialogProps) {
  const t = useTranslations('risk')
  const reload = () => renewRisk(agent.cash_id)
  return (
    <ActDialog
      thing={signal}
      title={({ kind }) => t('dismiss.title', { signal: t(`kinds.${kind}.title`) })}
      reload={reload}
      onClose={onClose}
    >
      {({ id, version }, act) => (
        <ReasonForm
          {...act}
          text={t('dismiss.text', { name: fullName(agent) })}
          reasonHelp={t('dismiss.reason_help')}
          submit={t('dismiss.submit')}
          variant="danger"
          done={t('dismiss.done')}
          send={async (reason) => {
            await call(dismissRiskSignal, { signal_id: id, version, reason })
            await reload()
          }}
        />
      )}
    </ActDialog>
  )
}
