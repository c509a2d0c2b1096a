import { asCallFailure } from '@cashbox/client/call-failure'
import type { ListedTransaction } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ListPage } from '../../platform/list-page.tsx'
import { Code } from '../../platform/text-link.tsx'
import { TransactionTypeLabel } from '../../platform/transaction-type.tsx'
import { useFilters, useOpened } from '../../platform/url-filters.ts'
import { Amount, When } from '../../platform/values.tsx'
import { LockedNotice } from './locked-notice.tsx'
import { StateBadge } from './state-badge.tsx'
import { TransactionDetail } from './transaction-detail.tsx'
import { filterNames, TransactionFilterBar } from './transaction-filters.tsx'
import { isTransaction, type TransactionFilters, usePartners, useTransactions } from './transactions.ts'

export function TransactionsPage() {
  const t = useTranslations()
  const filters = useFilters(filterNames)
  const asked = filters.values as TransactionFilters
  const query = useTransactions(asked)
  const { opened } = useOpened()
  const jump = useJump()
  const refusal = query.error ? asCallFailure(query.error) : null
  return (
    <ListPage
      list="transactions"
      paramNames={filterNames}
      title={t('pages.transactions')}
      text={t('transactions.text')}
      exported={{ table: 'transactions', filters: asked }}
      path="/transactions"
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ transaction_id }) => transaction_id}
      emptyTitle={t('transactions.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('transactions.none_text')}
      drawer={
        opened !== null && { title: t('transactions.one', { id: opened }), content: <TransactionDetail id={opened} /> }
      }
    >
      <TransactionFilterBar
        filters={filters}
        errorOf={(name) => refusal?.errorOf(name)}
        onJump={(id) => void jump(id)}
      />
      {!filters.isAny && <LockedNotice />}
    </ListPage>
  )
}

/** A search by ID ignores all other filters, and what is found is opened. */
function useJump() {
  const [, navigate] = useLocation()
  return async (id: string) => {
    if (id === '') return
    const found = { transaction_id: id, ...((await isTransaction(id)) ? { open: id } : {}) }
    navigate(`/transactions?${new URLSearchParams(found).toString()}`)
  }
}

function useColumns(): readonly TableColumn<ListedTransaction>[] {
  const t = useTranslations('transactions')
  const partners = usePartners().data
  return [
    {
      id: 'id',
      header: t('id'),
      cell: ({ transaction_id }) => <Code text={transaction_id} />,
    },
    { id: 'state', header: t('state'), cell: (transaction) => <StateBadge transaction={transaction} /> },
    { id: 'type', header: t('type'), cell: ({ type }) => <TransactionTypeLabel type={type} /> },
    {
      id: 'amount',
      header: t('amount'),
      cell: ({ amount, currency_code }) => <Amount amount={amount} currency={currency_code} />,
      isFigure: true,
    },
    { id: 'player', header: t('player'), cell: ({ player_id }) => player_id },
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id, confirmed_by }) => confirmed_by ?? cash_id },
    { id: 'created', header: t('created'), cell: ({ created_at }) => <When seconds={created_at} />, isFigure: true },
    {
      id: 'confirmed',
      header: t('confirmed'),
      cell: ({ confirmed_at }) => confirmed_at !== null && <When seconds={confirmed_at} />,
      isFigure: true,
    },
    {
      id: 'partner',
      header: t('partner'),
      cell: ({ partner }) => partners?.find(({ code }) => code === partner)?.name ?? partner,
    },
  ]
}
