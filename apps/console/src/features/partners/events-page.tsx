import { type LoggedEvent, listPartnerEvents, redeliverEvent } from '@cashbox/contract/operator'
import { type EventState, eventStates, webhookTopics } from '@cashbox/contract/partner'
import { Check, CircleAlert, CirclePause, Clock, FileQuestion, Send } from 'lucide-react'
import { useParams } from 'wouter'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, offCard, type TableColumn, wide } from '../../platform/list/columns.tsx'
import { type ListInput, useList } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded, oneOf } from '../../platform/page/page.tsx'
import { call, refresh, useAnswer } from '../../platform/session/session.ts'
import { Attempts, RawText } from '../../platform/values/attempts.tsx'
import { formatWhole } from '../../platform/values/formats.ts'
import { CopyableId } from '../../platform/values/names.tsx'
import { Code, Facts, Section, stateBadge, TextLink, When } from '../../platform/values/values.tsx'
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
  bare.column('state', t('state'), (event) => <EventBadge state={eventStateOf(event)} />),
  bare.column(
    'transaction',
    t('transaction'),
    ({ transaction_id }) => transaction_id && <Code text={transaction_id} />,
  ),
  offCard.column('reference', t('reference'), ({ reference }) => <Reference text={reference} />),
  bare.time('created', t('created'), ({ created_at }) => created_at),
  offCard.figure('attempts', t('attempts'), ({ attempt_count }) => attempt_count),
  offCard.column(
    'answer',
    t('answer'),
    ({ attempts: [last] }) => last && (last.status ?? t(`problems.${last.problem ?? 'not_sent'}`)),
  ),
  offCard.figure(
    'latency',
    t('latency'),
    ({ attempts: [last] }) =>
      last && textAt('transactions.events.took', { milliseconds: formatWhole(last.duration_ms) }),
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

export const EventBadge = stateBadge({
  pending: ['partners.log.states.pending', 'pending', Clock],
  failed: ['partners.log.states.failed', 'rejected', CircleAlert],
  delivered: ['partners.log.states.delivered', 'approved', Check],
  skipped: ['partners.log.states.skipped', 'suspended', CirclePause],
})

const POLL_MS = 10_000

/** More than a screen shows, and quick to draw. */
const AT_ONCE = '25'

export function EventDetail({ code, id }: { code: string; id: string }) {
  const query = oneOf(useEvent(code, id), (event) => event.id === id)
  return (
    <Loaded query={query} none={{ icon: FileQuestion, title: t('none') }}>
      {(event) => (
        <div className="grid min-w-0 gap-8">
          <div className="grid gap-4">
            <Facts
              facts={{
                [t('kind')]: textAt(`transactions.events.types.${event.type}`),
                [t('state')]: <EventBadge state={eventStateOf(event)} />,
                [t('event_id')]: <CopyableId what={t('event_id')} text={event.id} />,
                [t('transaction')]: event.transaction_id !== null && (
                  <TextLink href={`/transactions/${event.transaction_id}`}>{event.transaction_id}</TextLink>
                ),
                [t('reference')]: event.reference,
                [t('created')]: <When seconds={event.created_at} />,
                [t('next')]: event.next_attempt_at !== null && <When seconds={event.next_attempt_at} />,
              }}
            />
            <SendAgain code={code} id={id} />
          </div>
          <Section title={t('attempts')}>
            <Attempts event={event} />
          </Section>
          <Section title={t('request')}>
            <Labelled label={t('headers')} text={headerLines(event)} />
            <p className="text-sm text-ink-soft">{t('headers_note')}</p>
            <Labelled label={t('body')} text={event.body} />
          </Section>
        </div>
      )}
    </Loaded>
  )
}

const headerLines = ({ headers }: LoggedEvent) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const Labelled = ({ label, text }: { label: string; text: string }) => (
  <figure className="grid min-w-0 gap-1">
    <figcaption className="text-sm font-semibold">{label}</figcaption>
    <RawText text={text} />
  </figure>
)

function SendAgain({ code, id }: { code: string; id: string }) {
  const partner = usePartners().data?.find((one) => one.code === code)?.name ?? code
  const act = actsWith({ partner })
  const send = async ({ reason }: { readonly reason: string }) => {
    await call(redeliverEvent, { event_id: id, reason })
    await refresh(listPartnerEvents.path)
  }
  return <Acts acts={[act('transactions.acts.redeliver', redeliverEvent, Send, { send })]} />
}

/** Polled: the log changes on the server. */
export const useEvents = (code: string, filters: ListInput<typeof listPartnerEvents>) =>
  useList(listPartnerEvents, { limit: AT_ONCE, ...filters, code }, POLL_MS)

const useEvent = (code: string, id: string) =>
  useAnswer(
    listPartnerEvents,
    { code, event_id: id },
    {
      select: ({ list }) => list,
      isUnattended: false,
      refetchInterval: ({ state: { data } }) => (data?.list[0]?.delivered_at === null ? POLL_MS : false),
    },
  )

export function eventStateOf({ delivered_at, is_skipped, attempts }: LoggedEvent): EventState {
  if (is_skipped) return 'skipped'
  if (delivered_at !== null) return 'delivered'
  return attempts[0]?.problem ? 'failed' : 'pending'
}
