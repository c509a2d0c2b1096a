import { useForm } from '@cashbox/client/use-form'
import { decideMoneyRequest, type MoneyRequest, withdrawMoneyRequest } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import type { Decision } from '../../platform/request-decisions.tsx'
import { Facts } from '../../platform/values.tsx'
import { LostAnswer } from './lost-answer.tsx'
import { RequestAmount } from './request-badges.tsx'
import { keepRequest } from './requests.ts'

interface DecisionFormProps extends ActProps {
  readonly decision: Decision
  readonly request: MoneyRequest
}

export function DecisionForm({ decision, request, onDone, onReload }: DecisionFormProps) {
  const t = useTranslations('money')
  const [sentAt, setSentAt] = useState<number | null>(null)
  const [hasMissed, setMissed] = useState(false)
  const finish = useFinish(onDone)
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }) => finish(await decide(decision, request, note.trim())),
    onLost: ({ sentAtMs }) => setSentAt(sentAtMs),
  })
  const isNoteNeeded = decision === 'reject'
  if (sentAt !== null) {
    return (
      <LostAnswer
        id={request.id}
        sentAt={sentAt}
        hasArrived={({ version }) => version !== request.version}
        onKnown={(known) => {
          setSentAt(null)
          setMissed(known === null)
          if (known) finish(known)
        }}
      />
    )
  }
  return (
    <ActForm
      form={form}
      text={t(`decisions.${decision}.text`, { name: request.requested_by.name })}
      submit={t(`decisions.${decision}.submit`)}
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
          label={isNoteNeeded ? t('decisions.note') : t('decisions.note_optional')}
          help={t('decisions.note_help')}
          maxLength={300}
          isOptional={!isNoteNeeded}
        />
      )}
      {hasMissed && <Notice tone="warning" icon={<CircleAlert aria-hidden />} title={t('decisions.not_arrived')} />}
    </ActForm>
  )
}

/** What it comes down to, once more. */
function Summary({ request }: { request: MoneyRequest }) {
  const t = useTranslations('money')
  return (
    <Facts
      facts={[
        [t('kind'), t(`kinds.${request.kind}`)],
        [t('cash_id'), request.cash_id ?? t('no_agent')],
        [t('amount'), <RequestAmount key="amount" request={request} size="lg" />],
        [t('reason'), request.reason],
      ]}
    />
  )
}

async function decide(decision: Decision, { id, version }: MoneyRequest, note: string): Promise<MoneyRequest> {
  const seen = { request_id: id, version }
  if (decision === 'withdraw') return (await call(withdrawMoneyRequest, seen)).request
  if (decision === 'reject') return (await call(decideMoneyRequest, { ...seen, decision, note })).request
  return (await call(decideMoneyRequest, { ...seen, decision, ...(note === '' ? {} : { note }) })).request
}

/** Says how it ended, which is not always as it was decided. */
function useFinish(onDone: () => void) {
  const t = useTranslations('money.decisions.over')
  return (request: MoneyRequest) => {
    keepRequest(request)
    notify(request.state === 'failed' ? 'error' : 'success', t(request.state, { number: request.number }))
    onDone()
  }
}
