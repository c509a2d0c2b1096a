import { type AuditEntry, listAudit } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { TextFilter } from '@cashbox/ui/dense/filter-bar'
import { useTranslations } from 'use-intl'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { fromLocalInput, toLocalInput } from '../../platform/formats.ts'
import { useList } from '../../platform/list.ts'
import { ListFilters } from '../../platform/list-filters.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { EntryDetail } from './entry-detail.tsx'

type FilterName = 'action' | 'subject_kind' | 'subject_id' | 'from' | 'to'

export function AuditPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(['action', 'subject_kind', 'subject_id', 'from', 'to'])
  const query = useList(['audit'], listAudit, filters.values)
  const { opened, open, close } = useOpened()
  const columns = useColumns()
  return (
    <>
      <PageHead
        title={t('pages.audit')}
        text={t('audit.text')}
        actions={<ExportMenu table="audit" filters={filters.values} />}
      />
      <AuditFilters filters={filters} />
      <ListTable
        label={t('pages.audit')}
        columns={columns}
        query={query}
        rows={query.rows}
        keyOf={({ number }) => String(number)}
        hrefOf={({ number }) => `/audit/${number}`}
        onOpen={({ number }) => open(String(number))}
        openKey={opened}
        emptyTitle={t('audit.none')}
        emptyText={filters.isAny ? t('common.no_match_text') : t('audit.none_text')}
      />
      {opened && (
        <DetailDrawer title={t('audit.entry', { number: opened })} href={`/audit/${opened}`} onClose={close}>
          <EntryDetail number={opened} />
        </DetailDrawer>
      )}
    </>
  )
}

function useColumns(): readonly TableColumn<AuditEntry>[] {
  const t = useTranslations('audit')
  return [
    { id: 'number', header: t('number'), cell: ({ number }) => number },
    { id: 'at', header: t('at'), cell: ({ at }) => <When seconds={at} /> },
    { id: 'actor', header: t('actor'), cell: ({ actor }) => actor },
    { id: 'action', header: t('action'), cell: ({ action }) => <code className="font-mono text-sm">{action}</code> },
    { id: 'subject', header: t('subject'), cell: ({ subject_kind }) => subject_kind },
    { id: 'reason', header: t('reason'), cell: ({ reason }) => reason, isWide: true },
    { id: 'ip', header: t('ip'), cell: ({ ip }) => ip, isFigure: true },
  ]
}

function AuditFilters({ filters: { values, isAny, change, clear } }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const text = (name: 'action' | 'subject_kind' | 'subject_id', label: string, placeholder: string) => (
    <TextFilter
      label={label}
      placeholder={placeholder}
      value={values[name] ?? ''}
      onValueChange={(value) => change({ [name]: value.trim() })}
    />
  )
  const time = (name: 'from' | 'to', label: string) => (
    <TextFilter
      label={label}
      type="datetime-local"
      value={values[name] === undefined ? '' : toLocalInput(Number(values[name]))}
      onValueChange={(value) => change({ [name]: String(fromLocalInput(value) ?? '') })}
    />
  )
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      {text('action', t('audit.action'), t('audit.action_placeholder'))}
      {text('subject_kind', t('audit.subject_kind'), t('audit.subject_kind_placeholder'))}
      {text('subject_id', t('audit.subject_id'), '')}
      {time('from', t('common.from'))}
      {time('to', t('common.to'))}
    </ListFilters>
  )
}
