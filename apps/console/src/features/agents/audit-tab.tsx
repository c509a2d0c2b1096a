import { type AuditEntry, type KnownAgent, listAudit } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useList } from '../../platform/list.ts'
import { ListTable } from '../../platform/list-table.tsx'
import { When } from '../../platform/values.tsx'
import { partKey } from './agents.ts'

/** What operators did about this agent. */
export function AuditTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations()
  const query = useList(partKey(agent.id, 'audit'), listAudit, { subject_kind: 'agent', subject_id: agent.id })
  return (
    <ListTable
      label={t('agents.tabs.audit')}
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ number }) => String(number)}
      hrefOf={({ number }) => `/audit/${number}`}
      emptyTitle={t('audit.none')}
    />
  )
}

function useColumns(): readonly TableColumn<AuditEntry>[] {
  const t = useTranslations('audit')
  return [
    { id: 'number', header: t('number'), cell: ({ number }) => number },
    { id: 'at', header: t('at'), cell: ({ at }) => <When seconds={at} /> },
    { id: 'actor', header: t('actor'), cell: ({ actor }) => actor },
    { id: 'action', header: t('action'), cell: ({ action }) => <code className="font-mono text-sm">{action}</code> },
    { id: 'reason', header: t('reason'), cell: ({ reason }) => reason, isWide: true },
  ]
}
