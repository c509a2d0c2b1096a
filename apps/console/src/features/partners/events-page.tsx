import type { LoggedEvent } from '@cashbox/contract/operator'
import { eventStates, webhookTopics } from '@cashbox/contract/partner'
import { useParams } from 'wouter'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, type TableColumn, time, wide } from '../../platform/list/columns.tsx'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { formatWhole } from '../../platform/values/formats.ts'
import { Code } from '../../platform/values/values.tsx'
import { EventBadge, EventDetail, eventStateOf, useEvents } from './event-detail.tsx'
import { usePartners } from './partners.ts'

const t = textsOf('partners.log')

export function EventsPage() {
  const { code = '' } = useParams()
  const name = usePartners().data?.find((partner) => partner.code === code)?.name ?? code
  const filters = useListFilters({
    transaction_id: { label: t('transaction'), type: 'search', read: cleanId },
    reference: { label: t('reference') },
    event_id: { label: t('event_id') },
    type: {
      label: t('kind'),
      options: optionsOf(webhookTopics, (topic) => textAt(`transactions.events.types.${topic}`)),
    },
    state: { label: t('state'), options: optionsOf(eventStates, (state) => t(`states.${state}`)) },
    created_from: { label: t('from'), type: 'time' },
    created_to: { label: t('to'), type: 'time' },
  })
  const query = useEvents(code, filters.values)
  return (
    <ListPage
      list="events"
      filters={filters}
      title={t('title', { name })}
      bulk={{ actions: ['event.redeliver'], nameOf: ({ type, transaction_id }) => `${type} ${transaction_id ?? ''}` }}
      columns={columnsOf()}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      renderDrawer={(id) => ({ title: t('event'), content: <EventDetail code={code} id={id} /> })}
    />
  )
}

const columnsOf = (): readonly TableColumn<LoggedEvent>[] => [
  wide('kind', t('kind'), ({ type }) => textAt(`transactions.events.types.${type}`)),
  bare(column('state', t('state'), (event) => <EventBadge state={eventStateOf(event)} />)),
  bare(
    column('transaction', t('transaction'), ({ transaction_id }) => transaction_id && <Code text={transaction_id} />),
  ),
  offCard(column('reference', t('reference'), ({ reference }) => <Reference text={reference} />)),
  bare(time('created', t('created'), ({ created_at }) => created_at)),
  offCard(figure('attempts', t('attempts'), ({ attempt_count }) => attempt_count)),
  offCard(
    column(
      'answer',
      t('answer'),
      ({ attempts: [last] }) => last && (last.status ?? t(`problems.${last.problem ?? 'not_sent'}`)),
    ),
  ),
  offCard(
    figure(
      'latency',
      t('latency'),
      ({ attempts: [last] }) =>
        last && textAt('transactions.events.took', { milliseconds: formatWhole(last.duration_ms) }),
    ),
  ),
]

/** People type IDs with spaces, dashes and small letters. */
const cleanId = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** Truncated: references are long, and the event shows them in full. */
const Reference = ({ text }: { text: string | null }) => (
  <bdi dir="ltr" title={text ?? undefined} className="wrap-anywhere sm:block sm:max-w-28 sm:truncate">
    {text}
  </bdi>
)
