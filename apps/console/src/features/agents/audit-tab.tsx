import { type KnownAgent, listAudit } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { useAuditColumns } from '../../platform/audit-columns.tsx'
import { useList } from '../../platform/list.ts'
import { ListPart } from '../../platform/list-part.tsx'
import { agentKeys } from './agents.ts'

/** What operators did about this agent. */
export function AuditTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations()
  const asked = { subject_kind: 'agent', subject_id: agent.id }
  const query = useList(agentKeys.tab(agent.id, 'audit'), listAudit, asked)
  return (
    <ListPart
      list="agent_audit"
      exported={{ table: 'audit', filters: asked }}
      label={t('agents.tabs.audit')}
      columns={useAuditColumns(['number', 'at', 'actor', 'action', 'reason'])}
      query={query}
      rows={query.rows}
      keyOf={({ number }) => String(number)}
      hrefOf={({ number }) => `/audit/${number}`}
      emptyTitle={t('audit.none')}
    />
  )
}
