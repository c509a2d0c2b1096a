import { useForm } from '@cashbox/client/use-form'
import {
  type ApprovalRequest,
  decideApprovalRequest,
  isMoneyRequest,
  requestCalls,
  withdrawApprovalRequest,
} from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { Check, CircleAlert, type LucideIcon, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons, ActDialog, ActForm, type ActProps } from '../../platform/forms/act-form.tsx'
import { refreshRequests } from '../../platform/forms/approval-requests.ts'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/roles.ts'
import { useOperator } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { DifferenceTable } from '../../platform/values/difference-table.tsx'
import { Facts } from '../../platform/values/values.tsx'
import { RequestAmount } from './request-badges.tsx'
import { useKindName } from './request-facts.tsx'
import { cacheRequest } from './requests.ts'
import { LostAnswer } from './review-sheet.tsx'

type Decision = 'approve' | 'reject' | 'withdraw'

const icons: Record<Decision, LucideIcon> = { approve: Check, reject: X, withdraw: Undo2 }

interface DecisionFormProps extends ActProps {
  readonly decision: Decision
  readonly request: ApprovalRequest
}

export function RequestDecisions({ request }: { request: ApprovalRequest }) {
  const t = useTranslations('approvals.decisions')
  const [chosen, setChosen] = useState<Decision | null>(null)
  return (
    <>
      <ActButtons
        label={t('label')}
        acts={useDecisions(request).map((decision) => ({
          endpoint: decision === 'withdraw' ? withdrawApprovalRequest : decideApprovalRequest,
          label: t(`${decision}.button`),
          icon: icons[decision],
          variant: decision === 'approve' ? 'primary' : 'secondary',
          onChoose: () => setChosen(decision),
        }))}
      />
      {chosen && (
        <ActDialog
          thing={request}
          size="lg"
          title={({ number }) => t(`${chosen}.title`, { number })}
          reload={refreshRequests}
          onClose={() => setChosen(null)}
        >
          {(seen, act) => <DecisionForm {...act} decision={chosen} request={seen} />}
        </ActDialog>
      )}
    </>
  )
}

/** Decide another operator's request, or withdraw one's own. */
function useDecisions({ kind, state, subject, requested_by }: ApprovalRequest): readonly Decision[] {
  const { id } = useOperator()
  const mayDecide = useMay(requestCalls[kind]) && subject.id !== id
  if (state !== 'pending') return []
  if (requested_by.id === id) return ['withdraw']
  return mayDecide ? ['approve', 'reject'] : []
}

function DecisionForm({ decision, request, onDone, onReload }: DecisionFormProps) {
  const t = useTranslations('approvals.decisions')
  const [sentAt, setSentAt] = useState<number | null>(null)
  const [wasNotReceived, setNotReceived] = useState(false)
  const finish = useFinish(onDone)
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }) => finish(await decide(decision, request, note.trim())),
    onLost: ({ sentAtMs }) => setSentAt(sentAtMs),
  })
  const isNoteNeeded = decision === 'reject'
  const isMoneyMoved = decision === 'approve' && isMoneyRequest(request)
  if (sentAt !== null) {
    return (
      <LostAnswer
        id={request.id}
        sentAt={sentAt}
        hasArrived={({ version }) => version !== request.version}
        onKnown={(known) => {
          setSentAt(null)
          setNotReceived(known === null)
          if (known) finish(known)
        }}
      />
    )
  }
  return (
    <ActForm
      form={form}
      text={isMoneyMoved ? t('approve.money_text') : t(`${decision}.text`, { name: request.requested_by.name })}
      submit={t(`${decision}.submit`)}
      variant={decision === 'approve' ? 'primary' : 'danger'}
      isDisabled={isNoteNeeded && form.values.note.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      <Summary request={request} />
      {decision !== 'withdraw' && (
        <TextAreaField
          form={form}
          name="note"
          label={isNoteNeeded ? t('note') : t('note_optional')}
          help={t('note_help')}
          maxLength={300}
          isOptional={!isNoteNeeded}
        />
      )}
      {wasNotReceived && <Callout tone="warning" icon={<CircleAlert aria-hidden />} title={t('not_arrived')} />}
    </ActForm>
  )
}

function Summary({ request }: { request: ApprovalRequest }) {
  const t = useTranslations('money')
  const nameOfKind = useKindName()
  if (!isMoneyRequest(request)) return <DifferenceTable before={request.before} after={request.after} />
  return (
    <Facts
      facts={[
        [t('kind'), nameOfKind(request.kind)],
        [t('cash_id'), request.cash_id ?? t('no_agent')],
        [t('amount'), <RequestAmount key="amount" request={request} size="lg" />],
        [t('reason'), request.reason],
      ]}
    />
  )
}

async function decide(decision: Decision, { id, version }: ApprovalRequest, note: string): Promise<ApprovalRequest> {
  const target = { request_id: id, version }
  if (decision === 'withdraw') return (await call(withdrawApprovalRequest, target)).request
  if (decision === 'reject') return (await call(decideApprovalRequest, { ...target, decision, note })).request
  return (await call(decideApprovalRequest, { ...target, decision, ...(note === '' ? {} : { note }) })).request
}

/** The request may end in another state than was decided, such as failed. */
function useFinish(onDone: () => void) {
  const t = useTranslations('approvals.decisions.over')
  return (request: ApprovalRequest) => {
    cacheRequest(request)
    notify(request.state === 'failed' ? 'error' : 'success', t(request.state, { number: request.number }))
    onDone()
  }
}
