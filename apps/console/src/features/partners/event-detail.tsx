import { type LoggedEvent, listPartnerEvents, redeliverEvent } from '@cashbox/contract/operator'
import type { EventState } from '@cashbox/contract/partner'
import { Check, CircleAlert, CirclePause, Clock, FileQuestion, Send } from 'lucide-react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { type ListInput, useList } from '../../platform/list/list.ts'
import { Loaded, oneOf } from '../../platform/page/page.tsx'
import { call, refresh, useAnswer } from '../../platform/session/session.ts'
import { Attempts, RawText } from '../../platform/values/attempts.tsx'
import { CopyableId, Facts, Section, stateBadge, TextLink, When } from '../../platform/values/values.tsx'
import { usePartners } from './partners.ts'

const t = textsOf('partners.log')

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
