import type { LoggedEvent } from '@cashbox/contract/operator'
import { eventStates, webhookTopics } from '@cashbox/contract/partner'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ListFilters, SelectFilter, TextFilter, TimeFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/list/url-filters.ts'
import { formatWhole } from '../../platform/values/formats.ts'
import { Code, When } from '../../platform/values/values.tsx'
import { EventBadge, EventDetail, useEvents } from './event-detail.tsx'
import { usePartners } from './partners.ts'

const filterNames = ['event_id', 'transaction_id', 'reference', 'type', 'state', 'created_from', 'created_to'] as const
type FilterName = (typeof filterNames)[number]

export function EventsPage() {
  const t = useTranslations('partners.log')
  const common = useTranslations('common')
  const { code = '' } = useParams()
  const name = usePartners().data?.find((partner) => partner.code === code)?.name ?? code
  const filters = useFilters<FilterName>(filterNames)
  const query = useEvents(code, filters.values)
  const { opened } = useOpened()
  return (
    <ListPage
      list="events"
      paramNames={filterNames}
      title={t('title', { name })}
      text={t('text')}
      bulk={{ actions: ['event.redeliver'], nameOf: ({ type, transaction_id }) => `${type} ${transaction_id}` }}
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      emptyTitle={t('none')}
      emptyText={filters.isAny ? common('no_match_text') : t('none_text')}
      drawer={opened !== null && { title: t('event'), content: <EventDetail code={code} id={opened} /> }}
    >
      <EventFilterBar filters={filters} />
    </ListPage>
  )
}

function useColumns(): readonly TableColumn<LoggedEvent>[] {
  const t = useTranslations('partners.log')
  const types = useTranslations('transactions.events.types')
  const answered = useTranslations('transactions.events')
  return [
    { id: 'kind', header: t('kind'), cell: ({ type }) => types(type), isWide: true },
    { id: 'state', header: t('state'), cell: (event) => <EventBadge event={event} /> },
    { id: 'transaction', header: t('transaction'), cell: ({ transaction_id }) => <Code text={transaction_id} /> },
    {
      id: 'reference',
      header: t('reference'),
      cell: ({ reference }) => <Reference text={reference} />,
    },
    { id: 'created', header: t('created'), cell: ({ created_at }) => <When seconds={created_at} />, isFigure: true },
    { id: 'attempts', header: t('attempts'), cell: ({ attempt_count }) => attempt_count, isFigure: true },
    {
      id: 'answer',
      header: t('answer'),
      cell: ({ attempts: [last] }) =>
        last && (last.status === null ? t(`problems.${last.problem ?? 'not_sent'}`) : last.status),
    },
    {
      id: 'latency',
      header: t('latency'),
      cell: ({ attempts: [last] }) => last && answered('took', { milliseconds: formatWhole(last.duration_ms) }),
      isFigure: true,
    },
  ]
}

function EventFilterBar({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations('partners.log')
  const types = useTranslations('transactions.events.types')
  return (
    <ListFilters filters={filters}>
      <TextFilter filters={filters} name="transaction_id" label={t('transaction')} type="search" read={cleanId} />
      <TextFilter filters={filters} name="reference" label={t('reference')} />
      <TextFilter filters={filters} name="event_id" label={t('event_id')} />
      <SelectFilter
        filters={filters}
        name="type"
        label={t('kind')}
        options={webhookTopics.map((value) => ({ value, label: types(value) }))}
      />
      <SelectFilter
        filters={filters}
        name="state"
        label={t('state')}
        options={eventStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <TimeFilter filters={filters} name="created_from" label={t('from')} />
      <TimeFilter filters={filters} name="created_to" label={t('to')} />
    </ListFilters>
  )
}

/** People type IDs with spaces, dashes and small letters. */
const cleanId = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** Truncated: references are long, and the event shows them in full. */
function Reference({ text }: { text: string | null }) {
  return (
    <bdi dir="ltr" title={text ?? undefined} className="wrap-anywhere sm:block sm:max-w-28 sm:truncate">
      {text}
    </bdi>
  )
}
