import { useForm } from '@cashbox/client/use-form'
import {
  type AgentSession,
  endAgentSession,
  endAgentSessions,
  type KnownAgent,
  listAgentSessions,
} from '@cashbox/contract/operator'
import { Badge, Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Sheet } from '@cashbox/ui/dialog'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm } from '../../platform/forms/act-form.tsx'
import { ListPart } from '../../platform/list/list-page.tsx'
import { useList } from '../../platform/list/use-list.ts'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/roles.ts'
import { notify } from '../../platform/toasts.ts'
import { fullName } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'
import { refreshAgents } from './agents.ts'

interface Ending {
  /** Null for all sessions. */
  readonly sessionId: string | null
}

interface EndDialogProps extends Ending {
  readonly agent: KnownAgent
  readonly onClose: () => void
}

export function SessionsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const query = useList(listAgentSessions, { agent_id: agent.id })
  const [ending, setEnding] = useState<Ending | null>(null)
  const mayEnd = useMay(endAgentSessions)
  return (
    <>
      {mayEnd && agent.counts.open_sessions > 0 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          icon={<LogOut size={16} aria-hidden />}
          onClick={() => setEnding({ sessionId: null })}
        >
          {t('session.end_all')}
        </Button>
      )}
      <ListPart
        list="agent_sessions"
        exported={{ table: 'sessions', filters: { agent_id: agent.id } }}
        bulk={{ actions: ['session.end'], nameOf: ({ user_agent, ip }) => [user_agent, ip].filter(Boolean).join(', ') }}
        label={t('tabs.sessions')}
        columns={useColumns(mayEnd ? (sessionId) => setEnding({ sessionId }) : null)}
        query={query}
        rows={query.rows}
        keyOf={({ id }) => id}
        emptyTitle={t('no_sessions')}
      />
      {ending && <EndDialog agent={agent} sessionId={ending.sessionId} onClose={() => setEnding(null)} />}
    </>
  )
}

function useColumns(onEnd: ((id: string) => void) | null): readonly TableColumn<AgentSession>[] {
  const t = useTranslations('agents.session')
  const end: TableColumn<AgentSession> = {
    id: 'end',
    header: t('action'),
    cell: ({ id, is_active }) =>
      is_active && (
        <Button variant="secondary" onClick={() => onEnd?.(id)}>
          {t('end')}
        </Button>
      ),
    isFigure: true,
  }
  return [
    {
      id: 'state',
      header: t('state'),
      cell: ({ is_active, ended_at }) => (
        <Badge tone={is_active ? 'approved' : 'neutral'}>
          {is_active ? t('open') : ended_at === null ? t('run_out') : t('ended')}
        </Badge>
      ),
    },
    { id: 'device', header: t('device'), cell: ({ user_agent }) => user_agent, isWide: true },
    { id: 'ip', header: t('ip'), cell: ({ ip }) => ip },
    { id: 'begun', header: t('begun'), cell: ({ created_at }) => <When seconds={created_at} />, isFigure: true },
    { id: 'seen', header: t('seen'), cell: ({ last_seen_at }) => <When seconds={last_seen_at} />, isFigure: true },
    ...(onEnd ? [end] : []),
  ]
}

function EndDialog({ agent, sessionId, onClose }: EndDialogProps) {
  const t = useTranslations()
  const which = sessionId === null ? 'all' : 'one'
  const form = useForm({
    initial: {},
    send: async () => {
      const agent_id = agent.id
      if (sessionId === null) await call(endAgentSessions, { agent_id })
      else await call(endAgentSession, { agent_id, session_id: sessionId })
      await refreshAgents()
      notify('success', t(`agents.session.${which}.done`))
      onClose()
    },
  })
  return (
    <Sheet isOpen onClose={onClose} title={t(`agents.session.${which}.title`)} closeLabel={t('common.close')}>
      <ActForm
        form={form}
        text={t(`agents.session.${which}.text`, { name: fullName(agent) })}
        submit={t(`agents.session.${which}.submit`)}
        variant="danger"
        onCancel={onClose}
      />
    </Sheet>
  )
}
