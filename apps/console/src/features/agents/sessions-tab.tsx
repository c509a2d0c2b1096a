import {
  type AgentSession,
  endAgentSession,
  endAgentSessions,
  type KnownAgent,
  listAgentSessions,
} from '@cashbox/contract/operator'
import { Badge, Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Acts, useActDialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps } from '../../platform/forms/form.tsx'
import { ListPart } from '../../platform/list/list-page.tsx'
import { column, figure, useList, wide } from '../../platform/list/use-list.ts'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/session.ts'
import { fullName } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'
import { refreshAgents } from './agents.ts'

export function SessionsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const { open, dialog } = useActDialog()
  const mayEnd = useMay(endAgentSession)
  const columns = useColumns()
  const end = figure<AgentSession>(
    'end',
    t('session.action'),
    ({ id, is_active }) =>
      is_active && (
        <Button
          variant="secondary"
          onClick={() =>
            open({
              title: t('session.one.title'),
              renderForm: (act) => <EndForm {...act} agent={agent} sessionId={id} />,
            })
          }
        >
          {t('session.end')}
        </Button>
      ),
  )
  return (
    <>
      {agent.counts.open_sessions > 0 && (
        <Acts
          acts={[
            {
              endpoint: endAgentSessions,
              label: t('session.end_all'),
              icon: LogOut,
              title: t('session.all.title'),
              renderForm: (act) => <EndForm {...act} agent={agent} sessionId={null} />,
            },
          ]}
        />
      )}
      <ListPart
        list="agent_sessions"
        exported={{ table: 'sessions', filters: { agent_id: agent.id } }}
        bulk={{ actions: ['session.end'], nameOf: ({ user_agent, ip }) => [user_agent, ip].filter(Boolean).join(', ') }}
        label={t('tabs.sessions')}
        columns={mayEnd ? [...columns, end] : columns}
        query={useList(listAgentSessions, { agent_id: agent.id })}
        keyOf={({ id }) => id}
        emptyTitle={t('no_sessions')}
      />
      {dialog}
    </>
  )
}

function useColumns(): readonly TableColumn<AgentSession>[] {
  const t = useTranslations('agents.session')
  return [
    column('state', t('state'), ({ is_active, ended_at }) => (
      <Badge tone={is_active ? 'approved' : 'neutral'}>
        {is_active ? t('open') : ended_at === null ? t('run_out') : t('ended')}
      </Badge>
    )),
    wide('device', t('device'), ({ user_agent }) => user_agent),
    column('ip', t('ip'), ({ ip }) => ip),
    figure('begun', t('begun'), ({ created_at }) => <When seconds={created_at} />),
    figure('seen', t('seen'), ({ last_seen_at }) => <When seconds={last_seen_at} />),
  ]
}

function EndForm({ agent, sessionId, ...act }: ActProps & { agent: KnownAgent; sessionId: string | null }) {
  const t = useTranslations(`agents.session.${sessionId === null ? 'all' : 'one'}`)
  const agent_id = agent.id
  return (
    <ActForm
      {...act}
      initial={{}}
      send={async () => {
        if (sessionId === null) await call(endAgentSessions, { agent_id })
        else await call(endAgentSession, { agent_id, session_id: sessionId })
        await refreshAgents()
      }}
      done={t('done')}
      text={t('text', { name: fullName(agent) })}
      submit={t('submit')}
      variant="danger"
    />
  )
}
