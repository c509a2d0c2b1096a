import * as api from '@cashbox/contract/operator'
import { Callout, Card, Money } from '@cashbox/ui'
import { DialogFooter } from '@cashbox/ui/dialog'
import { Check, Clock, FileQuestion, Lock, LockOpen, Send, Undo2 } from 'lucide-react'
import { useFormatter, useNow } from 'use-intl'
import { Link } from 'wouter'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { Remembered } from '../../platform/forms/use-undo.ts'
import { textsOf } from '../../platform/language/language.ts'
import { useList } from '../../platform/list/list.ts'
import { Loaded, Skeletons } from '../../platform/page/page.tsx'
import { call, useMay } from '../../platform/session/session.ts'
import { Attempts, RawText } from '../../platform/values/attempts.tsx'
import { formatMoney } from '../../platform/values/formats.ts'
import { CopyableId } from '../../platform/values/names.tsx'
import { RefusedAttempts } from '../../platform/values/refused-attempts.tsx'
import {
  ButtonLink,
  IconBadge,
  LabelledTime,
  Section,
  TransactionTypeLabel,
  When,
} from '../../platform/values/values.tsx'
import { ConfirmationSection, FactsSection, ReversalSection, StateBadge, TimelineSection } from './facts-section.tsx'
import { changeTransaction, deliveryStateOf, stateOf, usePartner, useTransaction } from './transactions.ts'

const t = textsOf('transactions')

interface TransactionProps {
  readonly transaction: api.WholeTransaction
}

const COUNTED = '20'

const skeleton = <Skeletons of={['h-16', 'h-48', 'h-48']} />

export const TransactionDetail = ({ id }: { id: string }) => (
  <Loaded query={useTransaction(id)} none={{ icon: FileQuestion, title: t('none') }} skeleton={skeleton}>
    {(transaction) => <TransactionView transaction={transaction} />}
  </Loaded>
)

function TransactionView({ transaction }: TransactionProps) {
  const { transaction_id: id } = transaction
  return (
    <div className="grid min-w-0 gap-4 @container">
      <Remembered href={`/transactions/${id}`} label={id} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Money size="xl" amount={formatMoney(transaction.amount)} currency={transaction.currency_code} />
          <TransactionTypeLabel type={transaction.type} />
          <StateBadge state={stateOf(transaction)} />
        </div>
        <TransactionActs transaction={transaction} />
      </div>
      <div className="grid min-w-0 items-start gap-4 @4xl:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Card>
            <FactsSection transaction={transaction} />
          </Card>
          <Card>
            <TimelineSection transaction={transaction} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-4">
          {transaction.confirmation && (
            <Card>
              <ConfirmationSection confirmation={transaction.confirmation} currency={transaction.currency_code} />
            </Card>
          )}
          {transaction.reversal && (
            <Card>
              <ReversalSection reversal={transaction.reversal} />
            </Card>
          )}
          <Card>
            <EventsSection transaction={transaction} />
          </Card>
          <Card>
            <Section title={t('refused.title')}>
              <RefusedAttempts of={{ transaction_id: id }} />
            </Section>
          </Card>
        </div>
      </div>
    </div>
  )
}

function TransactionActs({ transaction: { transaction_id: id, is_locked, state } }: TransactionProps) {
  const act = actsWith({ id })
  const mayReverse = useMay(api.createMoneyRequest) && state === 'confirmed'
  return (
    <DialogFooter>
      <section aria-label={t('acts.label')} className="flex flex-wrap gap-2 empty:hidden">
        <Acts
          acts={[
            is_locked &&
              act(
                'transactions.acts.unlock',
                api.unlockTransaction,
                LockOpen,
                {
                  send: ({ reason }) => changeTransaction(call(api.unlockTransaction, { transaction_id: id, reason })),
                },
                { variant: 'primary' },
              ),
          ]}
        />
        {mayReverse && (
          <ButtonLink href={`/money/new?kind=reversal&transaction_id=${id}`} icon={Undo2}>
            {t('acts.reverse')}
          </ButtonLink>
        )}
      </section>
    </DialogFooter>
  )
}

/** Players may be waiting at a counter to be paid, so locked transactions come first. */
export function LockedCallout() {
  const { rows, hasNextPage } = useList(api.searchTransactions, { state: 'locked', limit: COUNTED })
  if (!rows || rows.length === 0) return null
  return (
    <Callout
      tone="warning"
      icon={<Lock aria-hidden />}
      title={
        <>
          {t('locked_notice', { count: rows.length, hasMore: String(hasNextPage) })}{' '}
          <Link href="/transactions?state=locked" className="underline">
            {t('show_locked', { count: rows.length })}
          </Link>
        </>
      }
    />
  )
}

interface EventProps {
  readonly transaction: api.WholeTransaction
  readonly event: api.EventDelivery
}

const TICK_MS = 5000

function EventsSection({ transaction }: { transaction: api.WholeTransaction }) {
  const { events } = transaction
  const waiting = events.findIndex(({ next_attempt_at }) => next_attempt_at !== null)
  return (
    <Section title={t('events.title')}>
      {events.length === 0 && <p className="text-ink-soft">{t('events.none')}</p>}
      <ol className="grid gap-5 empty:hidden">
        {events.map((event, index) => (
          <li key={event.id} className="grid min-w-0 gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0">
            <EventHead transaction={transaction} event={event} />
            <DeliveryText transaction={transaction} event={event} isBehind={waiting !== -1 && waiting < index} />
            <CopyableId what={t('events.id')} text={event.id} />
            <details>
              <summary className="w-fit cursor-pointer text-brand-text">{t('events.payload')}</summary>
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
  const act = actsWith({ partner: usePartner(transaction.partner).name })
  const send = ({ reason }: { readonly reason: string }) =>
    changeTransaction(call(api.redeliverEvent, { event_id: id, reason }))
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-semibold">{t(`events.types.${type}`)}</h3>
      <Acts acts={[act('transactions.acts.redeliver', api.redeliverEvent, Send, { send })]} />
    </div>
  )
}

function DeliveryText({ transaction, event, isBehind }: EventProps & { isBehind: boolean }) {
  const format = useFormatter()
  const now = useNow({ updateInterval: TICK_MS })
  const { webhook } = usePartner(transaction.partner)
  const standing = deliveryStateOf(event, { isBehind, webhook, nowMs: now.getTime() })
  const nextMs = (event.next_attempt_at ?? 0) * 1000
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {standing === 'arrived' ? (
        <>
          <IconBadge style={['approved', Check]}>{t('events.arrived')}</IconBadge>
          <When seconds={event.delivered_at} />
        </>
      ) : (
        <>
          <IconBadge style={['pending', Clock]}>{t('events.waiting')}</IconBadge>
          <span>{t(`events.standing.${standing}`, { when: format.relativeTime(nextMs, now) })}</span>
        </>
      )}
      <LabelledTime label={t('events.written')} seconds={event.created_at} />
    </div>
  )
}
