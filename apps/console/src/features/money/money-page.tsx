import { createMoneyRequest, type MoneyRequest, readApprovalLimits } from '@cashbox/contract/operator'
import { Button, buttonClass } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Eye, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ListPage } from '../../platform/list-page.tsx'
import { RequestStateBadge } from '../../platform/request-state-badge.tsx'
import { useMay } from '../../platform/roles.ts'
import { useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { ApprovalLimitsSheet } from './approval-limits-sheet.tsx'
import { RequestAmount } from './request-badges.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestFilters, requestFilterNames, useRequestFilters } from './request-filters.tsx'
import { useRequest, useRequests } from './requests.ts'
import { WaitingNotice } from './waiting-notice.tsx'

export function MoneyPage() {
  const t = useTranslations()
  const { filters, asked } = useRequestFilters()
  const query = useRequests(asked)
  const { opened } = useOpened()
  return (
    <ListPage
      list="money"
      paramNames={requestFilterNames}
      title={t('pages.money')}
      text={t('money.text')}
      exported={{ table: 'money-requests', filters: asked }}
      actions={<Actions />}
      bulk={{ actions: ['money.reject'], nameOf: ({ number }) => String(number) }}
      path="/money"
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      emptyTitle={t('money.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('money.none_text')}
      drawer={opened !== null && { title: <RequestTitle id={opened} />, content: <RequestDetail id={opened} /> }}
    >
      {asked.state === undefined && <WaitingNotice onShow={() => filters.change({ state: 'pending' })} />}
      <RequestFilters filters={filters} />
    </ListPage>
  )
}

function RequestTitle({ id }: { id: string }) {
  const t = useTranslations()
  const { data } = useRequest(id)
  return data ? t('money.request', { number: data.number }) : t('pages.money')
}

function Actions() {
  const t = useTranslations('money')
  const mayAsk = useMay(createMoneyRequest)
  const mayReadLimits = useMay(readApprovalLimits)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayReadLimits && (
        <Button variant="secondary" icon={<Eye size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {t('approval_limits.button')}
        </Button>
      )}
      {mayAsk && (
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

function useColumns(): readonly TableColumn<MoneyRequest>[] {
  const t = useTranslations('money')
  return [
    { id: 'number', header: t('number'), cell: ({ number }) => t('request', { number }) },
    { id: 'state', header: t('state'), cell: ({ state }) => <RequestStateBadge state={state} /> },
    { id: 'kind', header: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id }) => cash_id ?? t('no_agent') },
    { id: 'amount', header: t('amount'), cell: (request) => <RequestAmount request={request} />, isFigure: true },
    { id: 'by', header: t('requested_by'), cell: ({ requested_by }) => requested_by.name },
    { id: 'reason', header: t('reason'), cell: ({ reason }) => reason, isWide: true },
    { id: 'at', header: t('requested'), cell: ({ requested_at }) => <When seconds={requested_at} />, isFigure: true },
  ]
}
