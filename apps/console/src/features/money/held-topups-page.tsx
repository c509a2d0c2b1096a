import { topupReasons } from '@cashbox/contract'
import { createMoneyRequest, type HeldTopup, listHeldTopups, readApprovalRequest } from '@cashbox/contract/operator'
import { buttonClass, Callout } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { FileQuestion, Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { bare, column, figure, offCard, useList } from '../../platform/list/use-list.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { useAnswer } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/session.ts'
import { Amount, CashIdName, Code, Facts, IconBadge, TextLink, When } from '../../platform/values/values.tsx'
import { CoinAmount } from './request-facts.tsx'

export function HeldTopupsPage() {
  const t = useTranslations()
  const filters = useListFilters({
    cash_id: { label: t('money.cash_id'), inputMode: 'numeric' },
    reason: {
      label: t('money.held.reason'),
      options: optionsOf(topupReasons, (reason) => t(`money.held.reasons.${reason}`)),
    },
  })
  return (
    <ListPage
      list="held_topups"
      filters={filters}
      title={t('pages.held_topups')}
      text={t('money.held.text')}
      exported={{ table: 'held-topups', filters: filters.values }}
      columns={useColumns()}
      query={useList(listHeldTopups, filters.values)}
      keyOf={({ id }) => id}
      emptyTitle={t('money.held.none')}
      emptyText={t('money.held.none_text')}
      renderDrawer={(id) => ({ title: t('money.held.title'), content: <HeldTopupDetail id={id} /> })}
    />
  )
}

function useColumns(): readonly TableColumn<HeldTopup>[] {
  const t = useTranslations('money')
  return [
    column('reason', t('held.reason'), ({ reason }) => t(`held.reasons.${reason}`)),
    bare(
      column('cash_id', t('cash_id'), ({ cash_id, agent_name }) =>
        cash_id === null ? t('no_agent') : <CashIdName cashId={cash_id} name={agent_name} />,
      ),
    ),
    bare(figure('sent', t('held.sent'), ({ sent, coin }) => <CoinAmount amount={sent} asset={coin} />)),
    offCard(
      figure(
        'received',
        t('held.received'),
        ({ received, currency_code }) => received !== null && <Amount amount={received} currency={currency_code} />,
      ),
    ),
    bare(
      column(
        'request',
        t('held.request'),
        ({ request_id }) =>
          request_id !== null && <IconBadge style={['pending', Hourglass]}>{t('held.request_waits')}</IconBadge>,
      ),
    ),
    offCard(column('type', t('held.type'), ({ type }) => t(`held.types.${type}`))),
    offCard(figure('seen', t('held.seen'), ({ seen_at }) => <When seconds={seen_at} />)),
  ]
}

function HeldTopupDetail({ id }: { id: string }) {
  const t = useTranslations('money')
  // None when the top-up is no longer held.
  const query = useAnswer(listHeldTopups, { topup_id: id }, { select: ({ list }) => list[0] ?? null })
  return (
    <Loaded query={query} none={{ icon: FileQuestion, title: t('plan.no_topup') }}>
      {(topup) => <HeldTopupView topup={topup} />}
    </Loaded>
  )
}

function HeldTopupView({ topup }: { topup: HeldTopup }) {
  const t = useTranslations('money')
  const { cash_id, reason, received, currency_code } = topup
  return (
    <div className="grid gap-5">
      <p className="max-w-prose">
        <span className="block font-semibold">{t(`held.reasons.${reason}`)}</span>
        {t(`held.explained.${reason}`)}
      </p>
      <Acts topup={topup} />
      <Facts
        facts={[
          [t('held.sent'), <CoinAmount key="sent" amount={topup.sent} asset={topup.coin} />],
          [
            t('held.received'),
            received === null ? (
              t('held.received_none')
            ) : (
              <Amount key="received" amount={received} currency={currency_code ?? ''} />
            ),
          ],
          [
            t('facts.agent'),
            cash_id === null ? (
              t('facts.owner_none')
            ) : (
              <TextLink key="agent" href={`/agents?search=${cash_id}`}>
                {t('facts.agent_link', { cashId: cash_id })}
              </TextLink>
            ),
          ],
          [t('held.type'), t(`held.types.${topup.type}`)],
          [t('held.seen'), <When key="seen" seconds={topup.seen_at} />],
          [t('held.sender'), topup.sender === null ? '–' : <Code key="sender" text={topup.sender} />],
          [t('held.reference'), <Code key="reference" text={topup.reference} />],
          [t('held.id'), <Code key="id" text={topup.id} />],
          topup.txid !== null && [t('held.txid'), <Code key="txid" text={topup.txid} />],
        ]}
      />
    </div>
  )
}

/** None while a request about the top-up is pending. */
function Acts({ topup: { id, is_creditable, request_id } }: { topup: HeldTopup }) {
  const t = useTranslations('money.held')
  const mayAsk = useMay(createMoneyRequest)
  const mayRead = useMay(readApprovalRequest)
  if (request_id !== null) {
    return (
      <Callout tone="warning" icon={<Hourglass aria-hidden />} title={t('request_waits')}>
        {mayRead && <TextLink href={`/approvals/${request_id}`}>{t('request_link')}</TextLink>}
      </Callout>
    )
  }
  if (!mayAsk) return null
  return (
    <div className="flex flex-wrap gap-2">
      {is_creditable && (
        <Link href={`/money/new?kind=topup_credit&topup_id=${id}`} className={buttonClass()}>
          {t('credit')}
        </Link>
      )}
      <Link href={`/money/new?kind=topup_return&topup_id=${id}`} className={buttonClass({ variant: 'secondary' })}>
        {t('return')}
      </Link>
    </div>
  )
}
