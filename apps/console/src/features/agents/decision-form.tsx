import { useForm } from '@cashbox/client/use-form'
import { type AgentAction, decideAgent, type KnownAgent } from '@cashbox/contract/operator'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { fullName } from '../../platform/full-name.ts'
import { notify } from '../../platform/notices.ts'
import { useUndo } from '../../platform/use-undo.ts'
import { keepAgent } from './agents.ts'

interface DecisionFormProps extends ActProps {
  readonly agent: KnownAgent
  readonly action: AgentAction
}

/** A decision with the words the agent will read. */
export function DecisionForm({ action, agent, onDone, onReload }: DecisionFormProps) {
  const t = useTranslations('agents.acts')
  const name = fullName(agent)
  const { undo } = useUndo()
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }) => {
      const said = note.trim() === '' ? {} : { note }
      const decided = await call(decideAgent, { agent_id: agent.id, version: agent.version, action, ...said })
      keepAgent(decided.agent)
      const restore = async () => {
        const { version } = decided.agent
        keepAgent((await call(decideAgent, { agent_id: agent.id, version, action: 'restore' })).agent)
      }
      const takeBack = action === 'suspend' ? undo(restore, t('suspend.undone', { name })) : undefined
      notify('success', t(`${action}.done`, { name }), takeBack)
      onDone()
    },
  })
  const isNoteOptional = !agent.possible_actions.some((possible) => possible.action === action && possible.needs_note)
  return (
    <ActForm
      form={form}
      text={t(`${action}.text`, { name })}
      submit={t(`${action}.submit`)}
      variant={action === 'restore' || action === 'request_info' ? 'primary' : 'danger'}
      isDisabled={!isNoteOptional && form.values.note.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextAreaField
        form={form}
        name="note"
        label={isNoteOptional ? t('note_optional') : t('note')}
        help={t('note_help')}
        maxLength={500}
        isOptional={isNoteOptional}
      />
    </ActForm>
  )
}
