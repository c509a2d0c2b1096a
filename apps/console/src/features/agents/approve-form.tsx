import { approveAgent, approveAgentOnTerms } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { fullName } from '../../platform/full-name.ts'
import { notify } from '../../platform/notices.ts'
import { useMay } from '../../platform/roles.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-props.ts'
import { keepAgent } from './agents.ts'
import { MoneyFields, PlaceFields } from './term-fields.tsx'
import { moneyOf, moneyValues, placeOf, placeValues } from './terms.ts'

/** Where an agent may work from now on and, for whoever may set them, on which terms. */
export function ApproveForm({ agent, onDone, onCancel, onReload }: ActProps) {
  const t = useTranslations('agents.acts')
  const maySetTerms = useMay(approveAgentOnTerms)
  const name = fullName(agent)
  const form = useForm({
    initial: { ...placeValues(agent), ...moneyValues(agent), note: '' },
    send: async (values) => {
      const said = values.note.trim() === '' ? {} : { note: values.note }
      const approval = { agent_id: agent.id, version: agent.version, ...placeOf(values), ...said }
      const approved = maySetTerms
        ? await call(approveAgentOnTerms, { ...approval, ...moneyOf(values) })
        : await call(approveAgent, approval)
      keepAgent(approved.agent)
      notify('success', t('approve.done', { name }))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t('approve.text', { name })}</p>
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
      <Submit form={form} label={t('approve.submit')} onCancel={onCancel} onReload={onReload} />
    </form>
  )
}
