import {
  type ApprovalRequest,
  approvalKinds,
  createMoneyRequest,
  isMoneyRequest,
  readApprovalLimits,
  requestStates,
} from '@cashbox/contract/operator'
import { Button, buttonClass } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Eye, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useParams } from 'wouter'
import { ListFilters, SelectFilter, TextFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/list/url-filters.ts'
import { DetailPage } from '../../platform/page/page.tsx'
import { useMay } from '../../platform/session/roles.ts'
import { useOperator } from '../../platform/session/session.ts'
import { RequestStateBadge } from '../../platform/values/badges.tsx'
import { When } from '../../platform/values/values.tsx'
import { ApprovalLimitsSheet } from './approval-limits-sheet.tsx'
import { RequestAmount } from './request-badges.tsx'
import { RequestDetail } from './request-detail.tsx'
import { useKindName } from './request-facts.tsx'
import { useRequest, useRequests } from './requests.ts'

const filterNames = ['show', 'state', 'kind', 'cash_id'] as const
type FilterName = (typeof filterNames)[number]

/** The approval queue: requests that move money, and changes that need a second operator. */
export function ApprovalsPage() {
  const t = useTranslations()
  const { filters, listFilters } = useRequestFilters()
  const query = useRequests(listFilters)
  const { opened } = useOpened()
  return (
    <ListPage
      list="approvals"
      paramNames={filterNames}
      title={t('pages.approvals')}
      text={t('approvals.text')}
      exported={{ table: 'approval-requests', filters: listFilters }}
      actions={<Actions />}
      bulk={{
        actions: ['request.approve', 'request.reject'],
        nameOf: ({ number, subject }) => `${number}: ${subject.name}`,
      }}
      path="/approvals"
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      emptyTitle={t('approvals.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('approvals.none_text')}
      drawer={opened !== null && { title: <RequestTitle id={opened} />, content: <RequestDetail id={opened} /> }}
    >
      <RequestFilters filters={filters} />
    </ListPage>
  )
}

export function ApprovalPage() {
  const { id = '' } = useParams()
  return (
    <DetailPage title={useRequestTitle(id)}>
      <RequestDetail id={id} />
    </DetailPage>
  )
}

function useRequestTitle(id: string): string {
  const t = useTranslations()
  const { data } = useRequest(id)
  return data ? t('approvals.request', { number: data.number }) : t('pages.approvals')
}

const RequestTitle = ({ id }: { id: string }) => useRequestTitle(id)

function Actions() {
  const t = useTranslations('money')
  const mayRequest = useMay(createMoneyRequest)
  const mayReadLimits = useMay(readApprovalLimits)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayReadLimits && (
        <Button variant="secondary" icon={<Eye size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {t('approval_limits.button')}
        </Button>
      )}
      {mayRequest && (
        <Link href="/money/new" className={buttonClass()}>
          <span className="inline-flex items-center gap-2">
            <Plus size={18} aria-hidden />
            {t('ask_button')}
          </span>
        </Link>
      )}
      {isOpen && <ApprovalLimitsSheet onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(): readonly TableColumn<ApprovalRequest>[] {
  const t = useTranslations('approvals')
  const nameOfKind = useKindName()
  return [
    { id: 'number', header: t('number'), cell: ({ number }) => t('request', { number }) },
    { id: 'state', header: t('state'), cell: ({ state }) => <RequestStateBadge state={state} /> },
    { id: 'kind', header: t('kind'), cell: ({ kind }) => nameOfKind(kind) },
    { id: 'subject', header: t('subject'), cell: ({ subject }) => subject.name },
    {
      id: 'amount',
      header: t('amount'),
      cell: (request) => isMoneyRequest(request) && <RequestAmount request={request} />,
      isFigure: true,
    },
    { id: 'by', header: t('requested_by'), cell: ({ requested_by }) => requested_by.name },
    { id: 'reason', header: t('reason'), cell: ({ reason }) => reason ?? '–', isWide: true },
    { id: 'at', header: t('requested'), cell: ({ requested_at }) => <When seconds={requested_at} />, isFigure: true },
  ]
}

function useRequestFilters() {
  const filters = useFilters<FilterName>(filterNames)
  const { id } = useOperator()
  const { show, ...values } = filters.values
  const whose = show === 'mine' ? { requested_by: id } : show === 'for_me' ? { for_me: 'true' } : {}
  return { filters, listFilters: { ...values, ...whose } }
}

function RequestFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations('approvals')
  const states = useTranslations('request_states')
  const nameOfKind = useKindName()
  return (
    <ListFilters filters={filters}>
      <SelectFilter
        filters={filters}
        name="show"
        label={t('show')}
        options={(['for_me', 'mine'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <SelectFilter
        filters={filters}
        name="state"
        label={t('state')}
        options={requestStates.map((value) => ({ value, label: states(value) }))}
      />
      <SelectFilter
        filters={filters}
        name="kind"
        label={t('kind')}
        options={approvalKinds.map((value) => ({ value, label: nameOfKind(value) }))}
      />
      <TextFilter filters={filters} name="cash_id" label={t('cash_id')} inputMode="numeric" />
    </ListFilters>
  )
}
