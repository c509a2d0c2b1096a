import { statementAccounts, type Topup, type TopupState } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Badge, type BadgeTone } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { HandCoins, PiggyBank, Scale } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { column, figure, sum, type TableColumn, time, wide } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useFilters, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPart } from '../../platform/list/list-page.tsx'
import { useMay } from '../../platform/session/session.ts'
import { ButtonLink, Code, SignedAmount, TextLink, TransactionLink, When } from '../../platform/values/values.tsx'

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
  const t = useTranslations()
  const { values, change } = useFilters(['account'])
  const filters = useListFilters({
    from: { label: t('common.from'), type: 'time' },
    to: { label: t('common.to'), type: 'time' },
  })
  const account = statementAccounts.find((known) => known === values.account) ?? 'float'
  return (
    <ListPart
      {...useListOf('agent_statement', { cash_id: agent.cash_id, account, ...filters.values })}
      filters={filters}
      otherParams={['account']}
      title={t(`agents.statement.accounts.${account}`)}
      columns={useColumns(agent.channel.currency_code)}
      // Both accounts are numbered from 1, so the key includes the account.
      keyOf={({ number }) => `${account}-${number}`}
    >
      <Tabs
        className="w-72 max-sm:w-full"
        label={t('agents.statement.account')}
        value={account}
        onValueChange={(next) => change({ account: next })}
        items={optionsOf(statementAccounts, (one) => t(`agents.statement.accounts.${one}`))}
      />
    </ListPart>
  )
}

function useColumns(currency: string): readonly TableColumn<api.StatementEntry>[] {
  const t = useTranslations('agents.statement')
  return [
    column('at', t('at'), ({ at }) => <When seconds={at} />),
    column('kind', t('kind'), ({ kind }) => t(`kinds.${kind}`)),
    wide('source', t('source'), (entry) => <Source entry={entry} />),
    figure('amount', t('amount'), ({ amount }) => (
      <SignedAmount amount={amount} className={amount.startsWith('-') ? undefined : 'text-approved'} />
    )),
    sum('balance', t('balance'), ({ balance }) => [balance, currency]),
  ]
}

function Source({ entry: { transaction_id, request_id, reason } }: { entry: api.StatementEntry }) {
  const t = useTranslations('agents.statement')
  const mayRead = useMay(api.readApprovalRequest)
  return (
    <span className="[&>*:not(:last-child)]:me-2">
      {transaction_id !== null && <TransactionLink id={transaction_id} />}
      {request_id !== null && mayRead && <TextLink href={`/approvals/${request_id}`}>{t('request')}</TextLink>}
      {reason !== null && <bdi className="text-ink-soft">{reason}</bdi>}
    </span>
  )
}

export const TopupsTab = ({ agent }: { agent: api.KnownAgent }) => (
  <ListPart {...useListOf('agent_topups', { agent_id: agent.id })} columns={useTopupColumns()} />
)

function useTopupColumns(): readonly TableColumn<Topup>[] {
  const t = useTranslations('agents.topup')
  const tReason = useTranslations('money.held.reasons')
  return [
    column('state', t('state'), ({ state, reason }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        {reason !== null && <span className="text-sm text-ink-soft">{tReason(reason)}</span>}
      </span>
    )),
    figure('sent', t('sent'), ({ sent, coin }) => `${sent} ${coin}`),
    sum('received', t('received'), ({ received, currency_code }) => [received, currency_code]),
    figure('rate', t('rate'), ({ rate }) => rate),
    wide('reference', t('reference'), (topup) => <Reference topup={topup} />),
    time('seen', t('seen'), ({ seen_at }) => seen_at),
  ]
}

function Reference({ topup: { reference, explorer_url } }: { topup: Topup }) {
  const code = <Code text={reference} />
  if (explorer_url === null) return code
  return (
    <a href={explorer_url} target="_blank" rel="noreferrer" className="text-brand-text underline">
      {code}
    </a>
  )
}

/** Demo agents have no money to move. */
export function MoneyLinks({ agent: { cash_id, is_demo } }: { agent: api.KnownAgent }) {
  const t = useTranslations('agents.money')
  if (!useMay(api.createMoneyRequest) || is_demo) return null
  return (
    <nav aria-label={t('label')} className="flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <ButtonLink key={kind} href={`/money/new?kind=${kind}&cash_id=${cash_id}`} icon={icons[kind]}>
          {t(kind)}
        </ButtonLink>
      ))}
    </nav>
  )
}
