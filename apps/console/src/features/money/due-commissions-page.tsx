import type { DueCommission } from '@cashbox/contract/operator'
import { Hourglass } from 'lucide-react'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, offCard, sum, type TableColumn, time } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { namedOptions, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useChannelName, useChannels } from '../../platform/values/channels.ts'
import { formatMoney, fullName } from '../../platform/values/formats.ts'
import { Amount, Facts, IconBadge, RelatedLinks, StatusBadge, TextLink, When } from '../../platform/values/values.tsx'

const t = textsOf('money')

export function DueCommissionsPage() {
  const channels = useChannels().data ?? []
  const filters = useListFilters({
    cash_id: { label: t('cash_id'), inputMode: 'numeric' },
    channel: {
      label: textAt('agents.channel'),
      options: namedOptions(channels.filter(({ is_demo }) => !is_demo)),
    },
    min_amount: { label: t('due.min_amount'), inputMode: 'decimal' },
  })
  const list = useListOf('due_commissions', filters.values)
  return (
    <ListPage
      {...list}
      filters={filters}
      bulk={{ actions: ['commission.credit'], nameOf: nameOfRow }}
      columns={columnsOf(useChannelName())}
      renderDrawer={(id) => {
        const due = list.rows?.find((one) => one.id === id)
        return due && { title: fullName(due), content: <DueDetail due={due} /> }
      }}
    />
  )
}

const nameOfRow = (due: DueCommission) =>
  `${fullName(due)} (${due.cash_id}): ${formatMoney(due.commission)} ${due.currency_code}`

const columnsOf = (channelName: (code: string) => string): readonly TableColumn<DueCommission>[] => [
  column('cash_id', t('cash_id'), ({ cash_id }) => cash_id),
  bare.column('name', textAt('agents.name'), fullName),
  sum('commission', textAt('agents.commission'), ({ commission, currency_code }) => [commission, currency_code]),
  offCard.sum('balance', textAt('agents.balance'), ({ balance, currency_code }) => [balance, currency_code]),
  time('credited', t('due.credited'), ({ last_credited_at }) => last_credited_at),
  bare.column(
    'request',
    t('held.request'),
    ({ request_id }) => request_id !== null && <IconBadge style={['pending', Hourglass]}>{t('due.waits')}</IconBadge>,
  ),
  offCard.column('status', textAt('agents.status_label'), ({ status }) => <StatusBadge state={status} />),
  offCard.column('channel', textAt('agents.channel'), ({ channel }) => channelName(channel)),
]

function DueDetail({ due }: { due: DueCommission }) {
  const { id, cash_id, commission, balance, currency_code, last_credited_at, request_id } = due
  return (
    <div className="grid gap-5">
      <Facts
        facts={{
          [t('cash_id')]: cash_id,
          [textAt('agents.commission')]: <Amount amount={commission} currency={currency_code} />,
          [textAt('agents.balance')]: <Amount amount={balance} currency={currency_code} />,
          [t('due.credited')]: <When seconds={last_credited_at} />,
          [t('held.request')]: request_id !== null && (
            <TextLink href={`/approvals/${request_id}`}>{t('held.request_link')}</TextLink>
          ),
        }}
      />
      <RelatedLinks
        links={[
          { href: `/agents/${id}`, label: textAt('agents.open_all') },
          { href: `/money/new?kind=commission_credit&cash_id=${cash_id}`, label: t('kinds.commission_credit') },
        ]}
        audit={{ kind: 'agent', id, label: textAt('pages.audit') }}
      />
    </div>
  )
}
