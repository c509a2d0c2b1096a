import { useForm } from '@cashbox/client/use-form'
import { approveAgent, approveAgentOnTerms, type KnownAgent } from '@cashbox/contract/operator'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { fullName } from '../../platform/full-name.ts'
import { useMay } from '../../platform/roles.ts'
import { keepAgent } from './agents.ts'
import { MoneyFields, PlaceFields } from './term-fields.tsx'
import { moneyOf, moneyValues, placeOf, placeValues } from './terms.ts'

/** Where an agent may work from now on and, for operators who may set them, on which terms. */
export function ApproveForm({ agent, onDone, onReload }: ActProps & { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const maySetTerms = useMay(approveAgentOnTerms)
  const name = fullName(agent)
  const sayChanged = useSayChanged()
  const form = useForm({
    initial: { ...placeValues(agent), ...moneyValues(agent), note: '' },
    send: async (values) => {
      const said = values.note.trim() === '' ? {} : { note: values.note }
      const approval = { agent_id: agent.id, version: agent.version, ...placeOf(values), ...said }
      const approved = maySetTerms
        ? await call(approveAgentOnTerms, { ...approval, ...moneyOf(values) })
        : await call(approveAgent, approval)
      keepAgent(approved.agent)
      sayChanged(approved.request, t('approve.done', { name }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('approve.text', { name })}
      submit={t('approve.submit')}
      onCancel={onDone}
      onReload={onReload}
    >
      <PlaceFields form={form} channel={agent.channel} />
      {maySetTerms && <MoneyFields form={form} channel={agent.channel} />}
      <TextAreaField
        form={form}
        name="note"
        label={t('note_optional')}
        help={t('note_help')}
        maxLength={500}
        isOptional
      />
    </ActForm>
  )
}
