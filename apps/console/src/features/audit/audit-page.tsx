import { listAudit } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { useAuditColumns } from '../../platform/audit-columns.tsx'
import { useList } from '../../platform/list.ts'
import { ListFilters, TextFilter, TimeFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/url-filters.ts'
import { auditKeys } from './audit-keys.ts'
import { EntryDetail } from './entry-detail.tsx'

const filterNames = ['action', 'subject_kind', 'subject_id', 'from', 'to'] as const
type FilterName = (typeof filterNames)[number]

export function AuditPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(filterNames)
  const { opened } = useOpened()
  const query = useList(auditKeys.lists, listAudit, filters.values)
  return (
    <ListPage
      list="audit"
      paramNames={filterNames}
      title={t('pages.audit')}
      text={t('audit.text')}
      exported={{ table: 'audit', filters: filters.values }}
      path="/audit"
      columns={useAuditColumns(['number', 'at', 'actor', 'action', 'subject', 'reason', 'ip'])}
      query={query}
      rows={query.rows}
      keyOf={({ number }) => String(number)}
      emptyTitle={t('audit.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('audit.none_text')}
      drawer={
        opened !== null && { title: t('audit.entry', { number: opened }), content: <EntryDetail number={opened} /> }
      }
    >
      <AuditFilters filters={filters} />
    </ListPage>
  )
}

function AuditFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  return (
    <ListFilters filters={filters}>
      <TextFilter
        filters={filters}
        name="action"
        label={t('audit.action')}
        placeholder={t('audit.action_placeholder')}
      />
      <TextFilter
        filters={filters}
        name="subject_kind"
        label={t('audit.subject_kind')}
        placeholder={t('audit.subject_kind_placeholder')}
      />
      <TextFilter filters={filters} name="subject_id" label={t('audit.subject_id')} />
      <TimeFilter filters={filters} name="from" label={t('common.from')} />
      <TimeFilter filters={filters} name="to" label={t('common.to')} />
    </ListFilters>
  )
}
