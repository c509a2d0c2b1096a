import { statementAccounts, type Topup, type TopupState } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Badge, type BadgeTone } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { HandCoins, PiggyBank, Scale } from 'lucide-react'
import { textAt } from '../../platform/language/language.ts'
import { column, figure, sum, type TableColumn, time, wide } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useFilters, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPart } from '../../platform/list/list-page.tsx'
import { useMay } from '../../platform/session/session.ts'
import { formatCoins } from '../../platform/values/formats.ts'
import { CopyableId } from '../../platform/values/names.tsx'
import { ButtonLink, SignedAmount, TextLink, TransactionLink, When } from '../../platform/values/values.tsx'

const tones: Record<TopupState, BadgeTone> = {
  confirming: 'pending',
  credited: 'approved',
  held: 'suspended',
  returned: 'neutral',
  failed: 'rejected',
}

const icons = { adjustment: Scale, commission_credit: PiggyBank, payout: HandCoins }
const kinds = ['adjustment', 'commission_credit', 'payout'] as const

export function StatementTab({ agent }: { agent: api.KnownAgent }) {
  const { values, change } = useFilters(['account'])
  const filters = useListFilters({
    from: { label: textAt('common.from'), type: 'time' },
    to: { label: textAt('common.to'), type: 'time' },
  })
  const account = statementAccounts.find((known) => known === values.account) ?? 'float'
  return (
    <ListPart
      {...useListOf('agent_statement', { cash_id: agent.cash_id, account, ...filters.values })}
      filters={filters}
      otherParams={['account']}
      title={textAt(`agents.statement.accounts.${account}`)}
      columns={columnsOf(agent.channel.currency_code)}
      // Both accounts are numbered from 1, so the key includes the account.
      keyOf={({ number }) => `${account}-${number}`}
    >
      <Tabs
        className="w-72 max-sm:w-full"
        label={textAt('agents.statement.account')}
        value={account}
        onValueChange={(next) => change({ account: next })}
        items={optionsOf(statementAccounts, (one) => textAt(`agents.statement.accounts.${one}`))}
      />
    </ListPart>
  )
}

const columnsOf = (currency: string): readonly TableColumn<api.StatementEntry>[] => [
  column('at', textAt('agents.statement.at'), ({ at }) => <When seconds={at} />),
  column('kind', textAt('agents.statement.kind'), ({ kind }) => textAt(`agents.statement.kinds.${kind}`)),
  wide('source', textAt('agents.statement.source'), (entry) => <Source entry={entry} />),
  figure('amount', textAt('agents.statement.amount'), ({ amount }) => (
    <SignedAmount amount={amount} className={amount.startsWith('-') ? undefined : 'text-approved'} />
  )),
  sum('balance', textAt('agents.statement.balance'), ({ balance }) => [balance, currency]),
]

function Source({ entry: { transaction_id, request_id, reason } }: { entry: api.StatementEntry }) {
  const mayRead = useMay(api.readApprovalRequest)
  return (
    <span className="[&>*:not(:last-child)]:me-2">
      {transaction_id !== null && <TransactionLink id={transaction_id} />}
      {request_id !== null && mayRead && (
        <TextLink href={`/approvals/${request_id}`}>{textAt('agents.statement.request')}</TextLink>
      )}
      {reason !== null && <bdi className="text-ink-soft">{reason}</bdi>}
    </span>
  )
}

export const TopupsTab = ({ agent }: { agent: api.KnownAgent }) => (
  <ListPart {...useListOf('agent_topups', { agent_id: agent.id })} columns={topupColumns()} />
)

const topupColumns = (): readonly TableColumn<Topup>[] => [
  column('state', textAt('agents.topup.state'), ({ state, reason }) => (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[state]}>{textAt(`agents.topup.states.${state}`)}</Badge>
      {reason !== null && <span className="text-sm text-ink-soft">{textAt(`money.held.reasons.${reason}`)}</span>}
    </span>
  )),
  figure('sent', textAt('agents.topup.sent'), ({ sent, coin }) => `${formatCoins(sent)} ${coin}`),
  sum('received', textAt('agents.topup.received'), ({ received, currency_code }) => [received, currency_code]),
  figure('rate', textAt('agents.topup.rate'), ({ rate }) => rate),
  wide('reference', textAt('agents.topup.reference'), ({ reference, explorer_url }) => (
    <CopyableId what={textAt('agents.topup.reference')} text={reference} explorerUrl={explorer_url} />
  )),
  time('seen', textAt('agents.topup.seen'), ({ seen_at }) => seen_at),
]

/** Demo agents have no money to move. */
export function MoneyLinks({ agent: { cash_id, is_demo } }: { agent: api.KnownAgent }) {
  if (!useMay(api.createMoneyRequest) || is_demo) return null
  return (
    <nav aria-label={textAt('agents.money.label')} className="flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <ButtonLink key={kind} href={`/money/new?kind=${kind}&cash_id=${cash_id}`} icon={icons[kind]}>
          {textAt(`agents.money.${kind}`)}
        </ButtonLink>
      ))}
    </nav>
  )
}
