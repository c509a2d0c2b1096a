import type { DueCommission } from '@cashbox/contract/operator'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { bare, column, offCard, sum, type TableColumn, time } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { namedOptions, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useChannels } from '../../platform/values/channels.ts'
import { formatMoney, fullName } from '../../platform/values/formats.ts'
import { Amount, Facts, IconBadge, RelatedLinks, StatusBadge, TextLink, When } from '../../platform/values/values.tsx'

export function DueCommissionsPage() {
  const t = useTranslations()
  const channels = useChannels().data ?? []
  const filters = useListFilters({
    cash_id: { label: t('money.cash_id'), inputMode: 'numeric' },
    channel: {
      label: t('agents.channel'),
      options: namedOptions(channels.filter(({ is_demo }) => !is_demo)),
    },
    min_amount: { label: t('money.due.min_amount'), inputMode: 'decimal' },
  })
  const list = useListOf('due_commissions', filters.values)
  return (
    <ListPage
      {...list}
      filters={filters}
      bulk={{ actions: ['commission.credit'], nameOf: nameOfRow }}
      columns={useColumns()}
      renderDrawer={(id) => {
        const due = list.rows?.find((one) => one.id === id)
        return due && { title: fullName(due), content: <DueDetail due={due} /> }
      }}
    />
  )
}

const nameOfRow = (due: DueCommission) =>
  `${fullName(due)} (${due.cash_id}): ${formatMoney(due.commission)} ${due.currency_code}`

function useColumns(): readonly TableColumn<DueCommission>[] {
  const t = useTranslations()
  return [
    column('cash_id', t('money.cash_id'), ({ cash_id }) => cash_id),
    bare(column('name', t('agents.name'), fullName)),
    sum('commission', t('agents.commission'), ({ commission, currency_code }) => [commission, currency_code]),
    offCard(sum('balance', t('agents.balance'), ({ balance, currency_code }) => [balance, currency_code])),
    time('credited', t('money.due.credited'), ({ last_credited_at }) => last_credited_at),
    bare(
      column(
        'request',
        t('money.held.request'),
        ({ request_id }) =>
          request_id !== null && <IconBadge style={['pending', Hourglass]}>{t('money.due.waits')}</IconBadge>,
      ),
    ),
    offCard(column('status', t('agents.status_label'), ({ status }) => <StatusBadge state={status} />)),
    offCard(column('channel', t('agents.channel'), ({ channel }) => channel)),
  ]
}

function DueDetail({ due }: { due: DueCommission }) {
  const t = useTranslations()
  const { id, cash_id, commission, balance, currency_code, last_credited_at, request_id } = due
  return (
    <div className="grid gap-5">
      <Facts
        facts={{
          [t('money.cash_id')]: cash_id,
          [t('agents.commission')]: <Amount amount={commission} currency={currency_code} />,
          [t('agents.balance')]: <Amount amount={balance} currency={currency_code} />,
          [t('money.due.credited')]: <When seconds={last_credited_at} />,
          [t('money.held.request')]: request_id !== null && (
            <TextLink href={`/approvals/${request_id}`}>{t('money.held.request_link')}</TextLink>
          ),
        }}
      />
      <RelatedLinks
        links={[
          { href: `/agents/${id}`, label: t('agents.open_all') },
          { href: `/money/new?kind=commission_credit&cash_id=${cash_id}`, label: t('money.kinds.commission_credit') },
        ]}
        audit={{ kind: 'agent', id, label: t('pages.audit') }}
      />
    </div>
  )
}
