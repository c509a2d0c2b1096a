import { type EventDelivery, redeliverEvent, type WholeTransaction } from '@cashbox/contract/operator'
import { Check, Clock, Send } from 'lucide-react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
import { call } from '../../platform/session/session.ts'
import { Attempts, RawText } from '../../platform/values/attempts.tsx'
import { CopyableId, IconBadge, LabelledTime, Section, When } from '../../platform/values/values.tsx'
import { changeTransaction, deliveryStateOf, usePartner } from './transactions.ts'

interface EventProps {
  readonly transaction: WholeTransaction
  readonly event: EventDelivery
}

const TICK_MS = 5000

export function EventsSection({ transaction }: { transaction: WholeTransaction }) {
  const t = useTranslations('transactions.events')
  const { events } = transaction
  const waiting = events.findIndex(({ next_attempt_at }) => next_attempt_at !== null)
  return (
    <Section title={t('title')}>
      {events.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
      <ol className="grid gap-5 empty:hidden">
        {events.map((event, index) => (
          <li key={event.id} className="grid min-w-0 gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0">
            <EventHead transaction={transaction} event={event} />
            <DeliveryText transaction={transaction} event={event} isBehind={waiting !== -1 && waiting < index} />
            <CopyableId what={t('id')} text={event.id} />
            <details>
              <summary className="w-fit cursor-pointer text-brand-text">{t('payload')}</summary>
              <div className="mt-2">
                <RawText text={JSON.stringify(event.payload, null, 2)} />
              </div>
            </details>
            <Attempts event={event} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function EventHead({ transaction, event: { id, type } }: EventProps) {
  const t = useTranslations('transactions')
  const act = useActsAt('transactions.acts', { partner: usePartner(transaction.partner).name })
  const send = ({ reason }: { readonly reason: string }) =>
    changeTransaction(call(redeliverEvent, { event_id: id, reason }))
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-semibold">{t(`events.types.${type}`)}</h3>
      <Acts acts={[act('redeliver', redeliverEvent, Send, { send })]} />
    </div>
  )
}

function DeliveryText({ transaction, event, isBehind }: EventProps & { isBehind: boolean }) {
  const t = useTranslations('transactions.events')
  const format = useFormatter()
  const now = useNow({ updateInterval: TICK_MS })
  const { webhook } = usePartner(transaction.partner)
  const standing = deliveryStateOf(event, { isBehind, webhook, nowMs: now.getTime() })
  const nextMs = (event.next_attempt_at ?? 0) * 1000
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {standing === 'arrived' ? (
        <>
          <IconBadge style={['approved', Check]}>{t('arrived')}</IconBadge>
          <When seconds={event.delivered_at} />
        </>
      ) : (
        <>
          <IconBadge style={['pending', Clock]}>{t('waiting')}</IconBadge>
          <span>{t(`standing.${standing}`, { when: format.relativeTime(nextMs, now) })}</span>
        </>
      )}
      <LabelledTime label={t('written')} seconds={event.created_at} />
    </div>
  )
}
