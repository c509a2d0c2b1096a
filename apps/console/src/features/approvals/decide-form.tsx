import { useForm } from '@cashbox/client/use-form'
import { type ChangeRequest, decideChangeRequest, withdrawChangeRequest } from '@cashbox/contract/operator'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { DifferenceTable } from '../../platform/difference-table.tsx'
import { notify } from '../../platform/notices.ts'
import type { Decision } from '../../platform/request-decisions.tsx'
import { keepChange } from './changes.ts'

interface DecideFormProps extends ActProps {
  readonly decision: Decision
  readonly request: ChangeRequest
}

export function DecideForm({ decision, request, onDone, onReload }: DecideFormProps) {
  const t = useTranslations('approvals.decisions')
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }) => {
      const { request: ended } = await decide(decision, request, note.trim())
      keepChange(ended)
      // It does not always end as it was decided.
      notify(ended.state === 'failed' ? 'error' : 'success', t(`over.${ended.state}`, { number: ended.number }))
      onDone()
    },
  })
  const isNoteNeeded = decision === 'reject'
  return (
    <ActForm
      form={form}
      text={t(`${decision}.text`, { name: request.requested_by.name })}
      submit={t(`${decision}.submit`)}
      variant={decision === 'approve' ? 'primary' : 'danger'}
      isDisabled={isNoteNeeded && form.values.note.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      <DifferenceTable before={request.before} after={request.after} />
      {decision !== 'withdraw' && (
        <TextAreaField
          form={form}
          name="note"
          label={t(isNoteNeeded ? 'note' : 'note_optional')}
          help={t('note_help')}
          maxLength={300}
          isOptional={!isNoteNeeded}
        />
      )}
    </ActForm>
  )
}

function decide(decision: Decision, { id, version }: ChangeRequest, note: string) {
  const seen = { request_id: id, version }
  if (decision === 'withdraw') return call(withdrawChangeRequest, seen)
  if (decision === 'reject') return call(decideChangeRequest, { ...seen, decision, note })
  return call(decideChangeRequest, { ...seen, decision, ...(note === '' ? {} : { note }) })
}
