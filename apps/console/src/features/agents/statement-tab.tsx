import { statementAccounts } from '@cashbox/contract'
import { type KnownAgent, readApprovalRequest, readStatement, type StatementEntry } from '@cashbox/contract/operator'
import { cn, Money } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Tabs } from '@cashbox/ui/tabs'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/formats.ts'
import { useList } from '../../platform/list.ts'
import { ListFilters, TimeFilter } from '../../platform/list-filters.tsx'
import { ListPart } from '../../platform/list-part.tsx'
import { useMay } from '../../platform/roles.ts'
import { Code, TextLink } from '../../platform/text-link.tsx'
import { useFilters } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { agentKeys } from './agents.ts'

/** What moved their balance or their commission, with what it was after each. */
export function StatementTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations()
  const { values, change } = useFilters(['account'])
  const filters = useFilters(['from', 'to'])
  const account = statementAccounts.find((known) => known === values.account) ?? 'float'
  const asked = { cash_id: agent.cash_id, account, ...filters.values }
  const query = useList(agentKeys.tab(agent.id, 'statement'), readStatement, asked)
  return (
    <ListPart
      list="agent_statement"
      paramNames={['account', 'from', 'to']}
      exported={{ table: 'statement', filters: asked }}
      label={t(`agents.statement.accounts.${account}`)}
      columns={useColumns(agent.channel.currency_code)}
      query={query}
      rows={query.rows}
      // Both accounts have numbers from one on: what is chosen in one is not chosen in the other.
      keyOf={({ number }) => `${account}-${number}`}
      emptyTitle={t('agents.statement.none')}
      {...(filters.isAny ? { emptyText: t('common.no_match_text') } : {})}
    >
      <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
        <Tabs
          className="w-72 max-sm:w-full"
          label={t('agents.statement.account')}
          value={account}
          onValueChange={(next) => change({ account: next })}
          items={statementAccounts.map((value) => ({ value, label: t(`agents.statement.accounts.${value}`) }))}
        />
        <ListFilters filters={filters}>
          <TimeFilter filters={filters} name="from" label={t('common.from')} />
          <TimeFilter filters={filters} name="to" label={t('common.to')} />
        </ListFilters>
      </div>
    </ListPart>
  )
}

function useColumns(currency: string): readonly TableColumn<StatementEntry>[] {
  const t = useTranslations('agents.statement')
  return [
    { id: 'at', header: t('at'), cell: ({ at }) => <When seconds={at} /> },
    { id: 'kind', header: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    { id: 'source', header: t('source'), cell: (entry) => <Source entry={entry} />, isWide: true },
    { id: 'amount', header: t('amount'), cell: ({ amount }) => <Signed amount={amount} />, isFigure: true },
    {
      id: 'balance',
      header: t('balance'),
      cell: ({ balance }) => <Money size="sm" amount={formatMoney(balance)} currency={currency} />,
      isFigure: true,
    },
  ]
}

function Signed({ amount }: { amount: string }) {
  const isTaken = amount.startsWith('-')
  return (
    <Money
      size="sm"
      sign={isTaken ? '−' : '+'}
      amount={formatMoney(isTaken ? amount.slice(1) : amount)}
      className={cn(!isTaken && 'text-approved')}
    />
  )
}

/** The transaction or the request behind it, and the words it was given. */
function Source({ entry: { transaction_id, request_id, reason } }: { entry: StatementEntry }) {
  const t = useTranslations('agents.statement')
  const mayRead = useMay(readApprovalRequest)
  return (
    <span className="[&>*:not(:last-child)]:me-2">
      {transaction_id !== null && (
        <TextLink href={`/transactions/${transaction_id}`}>
          <Code text={transaction_id} />
        </TextLink>
      )}
      {request_id !== null && mayRead && <TextLink href={`/approvals/${request_id}`}>{t('request')}</TextLink>}
      {reason !== null && <bdi className="text-ink-soft">{reason}</bdi>}
    </span>
  )
}
