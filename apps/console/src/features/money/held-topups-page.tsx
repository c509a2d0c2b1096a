import { topupReasons } from '@cashbox/contract'
import { createMoneyRequest, type HeldTopup, listHeldTopups, readApprovalRequest } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { FileQuestion, Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { bare, column, figure, offCard, sum, type TableColumn, time } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { useAnswer, useMay } from '../../platform/session/session.ts'
import {
  Amount,
  ButtonLink,
  CashIdName,
  Code,
  Facts,
  IconBadge,
  TextLink,
  When,
} from '../../platform/values/values.tsx'
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
      {...useListOf('held_topups', filters.values)}
      filters={filters}
      columns={useColumns()}
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
    offCard(sum('received', t('held.received'), ({ received, currency_code }) => [received, currency_code])),
    bare(
      column(
        'request',
        t('held.request'),
        ({ request_id }) =>
          request_id !== null && <IconBadge style={['pending', Hourglass]}>{t('held.request_waits')}</IconBadge>,
      ),
    ),
    offCard(column('type', t('held.type'), ({ type }) => t(`held.types.${type}`))),
    offCard(time('seen', t('held.seen'), ({ seen_at }) => seen_at)),
  ]
}

function HeldTopupDetail({ id }: { id: string }) {
  const t = useTranslations('money')
  // None when the top-up is no longer held.
  const query = useAnswer(listHeldTopups, { topup_id: id }, { select: ({ list }) => list[0] ?? null })
  return (
    <Loaded query={query} none={{ icon: FileQuestion, title: t('plan.no_topup') }}>
      {(topup) => (
        <div className="grid gap-5">
          <p className="max-w-prose">
            <span className="block font-semibold">{t(`held.reasons.${topup.reason}`)}</span>
            {t(`held.explained.${topup.reason}`)}
          </p>
          <Acts topup={topup} />
          <Facts
            facts={{
              [t('held.sent')]: <CoinAmount amount={topup.sent} asset={topup.coin} />,
              [t('held.received')]: (
                <Amount amount={topup.received} currency={topup.currency_code} none={t('held.received_none')} />
              ),
              [t('facts.agent')]:
                topup.cash_id === null ? (
                  t('facts.owner_none')
                ) : (
                  <TextLink href={`/agents?search=${topup.cash_id}`}>
                    {t('facts.agent_link', { cashId: topup.cash_id })}
                  </TextLink>
                ),
              [t('held.type')]: t(`held.types.${topup.type}`),
              [t('held.seen')]: <When seconds={topup.seen_at} />,
              [t('held.sender')]: topup.sender === null ? '–' : <Code text={topup.sender} />,
              [t('held.reference')]: <Code text={topup.reference} />,
              [t('held.id')]: <Code text={topup.id} />,
              [t('held.txid')]: topup.txid !== null && <Code text={topup.txid} />,
            }}
          />
        </div>
      )}
    </Loaded>
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
        <ButtonLink variant="primary" href={`/money/new?kind=topup_credit&topup_id=${id}`}>
          {t('credit')}
        </ButtonLink>
      )}
      <ButtonLink href={`/money/new?kind=topup_return&topup_id=${id}`}>{t('return')}</ButtonLink>
    </div>
  )
}
