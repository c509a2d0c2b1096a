import type { ChangeRequest } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { ListPage } from '../../platform/list-page.tsx'
import { RequestStateBadge } from '../../platform/request-state-badge.tsx'
import { useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { ChangeDetail } from './change-detail.tsx'
import { ChangeFilters, changeFilterNames, useChangeFilters } from './change-filters.tsx'
import { useChange, useChanges } from './changes.ts'

export function ApprovalsPage() {
  const t = useTranslations()
  const { filters, asked } = useChangeFilters()
  const query = useChanges(asked)
  const { opened } = useOpened()
  return (
    <ListPage
      list="approvals"
      paramNames={changeFilterNames}
      title={t('pages.approvals')}
      text={t('approvals.text')}
      exported={{ table: 'change-requests', filters: asked }}
      bulk={{
        actions: ['change.approve', 'change.reject'],
        nameOf: ({ number, subject }) => `${number}: ${subject.name}`,
      }}
      path="/approvals"
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      emptyTitle={t('approvals.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('approvals.none_text')}
      drawer={opened !== null && { title: <ChangeTitle id={opened} />, content: <ChangeDetail id={opened} /> }}
    >
      <ChangeFilters filters={filters} />
    </ListPage>
  )
}

function ChangeTitle({ id }: { id: string }) {
  const t = useTranslations()
  const { data } = useChange(id)
  return data ? t('approvals.change', { number: data.number }) : t('pages.approvals')
}

function useColumns(): readonly TableColumn<ChangeRequest>[] {
  const t = useTranslations('approvals')
  return [
    { id: 'number', header: t('number'), cell: ({ number }) => t('change', { number }) },
    { id: 'state', header: t('state'), cell: ({ state }) => <RequestStateBadge state={state} /> },
    { id: 'kind', header: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    { id: 'subject', header: t('subject'), cell: ({ subject }) => subject.name },
    { id: 'by', header: t('requested_by'), cell: ({ requested_by }) => requested_by.name },
    { id: 'reason', header: t('reason'), cell: ({ reason }) => reason ?? '–', isWide: true },
    { id: 'at', header: t('requested'), cell: ({ requested_at }) => <When seconds={requested_at} />, isFigure: true },
  ]
}
