import { type AgentAction, decideAgent } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { fullName } from '../../platform/full-name.ts'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-props.ts'
import { keepAgent } from './agents.ts'

/** A decision with the words the agent will read. */
export function DecisionForm({ action, agent, onDone, onCancel, onReload }: ActProps & { action: AgentAction }) {
  const t = useTranslations('agents.acts')
  const name = fullName(agent)
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }) => {
      const said = note.trim() === '' ? {} : { note }
      const decided = await call(decideAgent, { agent_id: agent.id, version: agent.version, action, ...said })
      keepAgent(decided.agent)
      notify('success', t(`${action}.done`, { name }))
      onDone()
    },
  })
  const isNoteOptional = action === 'restore'
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t(`${action}.text`, { name })}</p>
      <TextAreaField
        form={form}
        name="note"
        label={isNoteOptional ? t('note_optional') : t('note')}
        help={t('note_help')}
        maxLength={500}
        isOptional={isNoteOptional}
      />
      <Submit
        form={form}
        label={t(`${action}.submit`)}
        variant={action === 'restore' || action === 'ask' ? 'primary' : 'danger'}
        isDisabled={!isNoteOptional && form.values.note.trim() === ''}
        onCancel={onCancel}
        onReload={onReload}
      />
    </form>
  )
}
