import { topupReasons } from '@cashbox/contract'
import { createMoneyRequest, type HeldTopup, listHeldTopups, readApprovalRequest } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { DialogFooter } from '@cashbox/ui/dialog'
import { FileQuestion, Hourglass } from 'lucide-react'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, offCard, type TableColumn } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { useAnswer, useMay } from '../../platform/session/session.ts'
import { CopyableId } from '../../platform/values/names.tsx'
import { Amount, ButtonLink, CashIdName, Facts, IconBadge, TextLink, When } from '../../platform/values/values.tsx'
import { CoinAmount } from './request-facts.tsx'

const t = textsOf('money.held')

export function HeldTopupsPage() {
  const filters = useListFilters({
    cash_id: { label: textAt('money.cash_id'), inputMode: 'numeric' },
    reason: {
      label: t('reason'),
      options: optionsOf(topupReasons, (reason) => t(`reasons.${reason}`)),
    },
  })
  return (
    <ListPage
      {...useListOf('held_topups', filters.values)}
      filters={filters}
      columns={columnsOf()}
      renderDrawer={(id) => ({ title: t('title'), content: <HeldTopupDetail id={id} /> })}
    />
  )
}

const columnsOf = (): readonly TableColumn<HeldTopup>[] => [
  column('reason', t('reason'), ({ reason }) => t(`reasons.${reason}`)),
  bare.column('cash_id', textAt('money.cash_id'), ({ cash_id, agent_name }) =>
    cash_id === null ? textAt('money.no_agent') : <CashIdName cashId={cash_id} name={agent_name} />,
  ),
  bare.figure('sent', t('sent'), ({ sent, coin }) => <CoinAmount amount={sent} asset={coin} />),
  offCard.sum('received', t('received'), ({ received, currency_code }) => [received, currency_code]),
  bare.column(
    'request',
    t('request'),
    ({ request_id }) =>
      request_id !== null && <IconBadge style={['pending', Hourglass]}>{t('request_waits')}</IconBadge>,
  ),
  offCard.column('type', t('type'), ({ type }) => t(`types.${type}`)),
  offCard.time('seen', t('seen'), ({ seen_at }) => seen_at),
]

function HeldTopupDetail({ id }: { id: string }) {
  // None when the top-up is no longer held.
  const query = useAnswer(listHeldTopups, { topup_id: id }, { select: ({ list }) => list[0] ?? null })
  return (
    <Loaded query={query} none={{ icon: FileQuestion, title: textAt('money.plan.no_topup') }}>
      {(topup) => (
        <div className="grid gap-5">
          <p className="max-w-prose">
            <span className="block font-semibold">{t(`reasons.${topup.reason}`)}</span>
            {t(`explained.${topup.reason}`)}
          </p>
          <Acts topup={topup} />
          <Facts
            facts={{
              [t('sent')]: <CoinAmount amount={topup.sent} asset={topup.coin} />,
              [t('received')]: (
                <Amount amount={topup.received} currency={topup.currency_code} none={t('received_none')} />
              ),
              [textAt('money.facts.agent')]:
                topup.cash_id === null ? (
                  textAt('money.facts.owner_none')
                ) : (
                  <TextLink href={`/agents?search=${topup.cash_id}`}>
                    {textAt('money.facts.agent_link', { cashId: topup.cash_id })}
                  </TextLink>
                ),
              [t('type')]: t(`types.${topup.type}`),
              [t('seen')]: <When seconds={topup.seen_at} />,
              [t('sender')]:
                topup.sender === null ? (
                  '–'
                ) : (
                  <CopyableId what={t('sender')} text={topup.sender} explorerUrl={topup.sender_explorer_url} />
                ),
              [t('reference')]: <CopyableId what={t('reference')} text={topup.reference} />,
              [t('id')]: <CopyableId what={t('id')} text={topup.id} />,
              [t('txid')]: topup.txid !== null && (
                <CopyableId what={t('txid')} text={topup.txid} explorerUrl={topup.explorer_url} />
              ),
            }}
          />
        </div>
      )}
    </Loaded>
  )
}

/** None while a request about the top-up is pending. */
function Acts({ topup: { id, is_creditable, request_id } }: { topup: HeldTopup }) {
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
    <DialogFooter>
      <div className="flex flex-wrap gap-2">
        {is_creditable && (
          <ButtonLink variant="primary" href={`/money/new?kind=topup_credit&topup_id=${id}`}>
            {t('credit')}
          </ButtonLink>
        )}
        <ButtonLink href={`/money/new?kind=topup_return&topup_id=${id}`}>{t('return')}</ButtonLink>
      </div>
    </DialogFooter>
  )
}
