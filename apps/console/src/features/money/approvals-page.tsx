import * as api from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Eye, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { REFRESH_MS, useKindName } from '../../platform/forms/second-operator.tsx'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { bare, column, figure, offCard, time, useListOf, wide } from '../../platform/list/use-list.tsx'
import { DetailPage } from '../../platform/page/page.tsx'
import { useMay, useOperator } from '../../platform/session/session.ts'
import { ButtonLink, RequestStateBadge } from '../../platform/values/values.tsx'
import { ApprovalLimitsSheet } from './approval-limits-sheet.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestAmount } from './request-facts.tsx'
import { useRequest } from './requests.ts'

export function ApprovalsPage() {
  const t = useTranslations()
  const nameOfKind = useKindName()
  const filters = useListFilters({
    show: { label: t('approvals.show'), options: optionsOf(['for_me', 'mine'], (value) => t(`approvals.${value}`)) },
    state: {
      label: t('approvals.state'),
      options: optionsOf(api.requestStates, (state) => t(`request_states.${state}`)),
    },
    kind: { label: t('approvals.kind'), options: optionsOf(api.approvalKinds, nameOfKind) },
    cash_id: { label: t('approvals.cash_id'), inputMode: 'numeric' },
  })
  const { id } = useOperator()
  const { show, ...values } = filters.values
  const whose = show === 'mine' ? { requested_by: id } : show === 'for_me' ? { for_me: 'true' } : {}
  return (
    <ListPage
      {...useListOf('approvals', { ...values, ...whose }, { refreshMs: REFRESH_MS })}
      filters={filters}
      actions={<Actions />}
      bulk={{ actions: ['request.reject'], nameOf: ({ number, subject }) => `${number}: ${subject.name}` }}
      path="/approvals"
      columns={useColumns()}
      renderDrawer={(opened) => ({ title: <RequestTitle id={opened} />, content: <RequestDetail id={opened} /> })}
    />
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
  const mayRequest = useMay(api.createMoneyRequest)
  const mayReadLimits = useMay(api.readApprovalLimits)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayReadLimits && (
        <Button variant="secondary" icon={<Eye size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {t('approval_limits.button')}
        </Button>
      )}
      {mayRequest && (
        <ButtonLink variant="primary" href="/money/new" icon={Plus}>
          {t('ask_button')}
        </ButtonLink>
      )}
      {isOpen && <ApprovalLimitsSheet onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(): readonly TableColumn<api.ApprovalRequest>[] {
  const t = useTranslations('approvals')
  const nameOfKind = useKindName()
  return [
    column('number', t('number'), ({ number }) => t('request', { number })),
    bare(column('state', t('state'), ({ state }) => <RequestStateBadge state={state} />)),
    bare(column('kind', t('kind'), ({ kind }) => nameOfKind(kind))),
    bare(column('subject', t('subject'), ({ subject }) => subject.name)),
    bare(
      figure('amount', t('amount'), (request) => api.isMoneyRequest(request) && <RequestAmount request={request} />),
    ),
    offCard(column('by', t('requested_by'), ({ requested_by }) => requested_by.name)),
    offCard(wide('reason', t('reason'), ({ reason }) => reason ?? '–')),
    offCard(time('at', t('requested'), ({ requested_at }) => requested_at)),
  ]
}
