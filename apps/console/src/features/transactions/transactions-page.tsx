import { asCallFailure } from '@cashbox/client/call-failure'
import { transactionTypes } from '@cashbox/contract'
import { type ListedTransaction, searchedStates } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useParams } from 'wouter'
import { ListFilters, SelectFilter, TextFilter, TimeFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/list/url-filters.ts'
import { PageHead } from '../../platform/page/page.tsx'
import { TransactionTypeLabel } from '../../platform/values/badges.tsx'
import { Amount, Code, When } from '../../platform/values/values.tsx'
import { StateBadge } from './facts-section.tsx'
import { plainAmount } from './plain-amount.ts'
import { LockedCallout, TransactionDetail } from './transaction-detail.tsx'
import { isTransaction, usePartners, useTransactions } from './transactions.ts'

type FilterName = (typeof filterNames)[number]

interface TransactionFiltersProps {
  readonly filters: Filters<FilterName>
  /** The server's error for a filter. */
  readonly errorOf: (name: FilterName) => string | undefined
  /** An ID was typed, and Enter pressed. */
  readonly onJump: (id: string) => void
}

interface MoreFiltersProps {
  readonly named: (
    name: FilterName,
  ) => Pick<ComponentProps<typeof TimeFilter<FilterName>>, 'filters' | 'name' | 'error'>
}

const firstNames = ['transaction_id', 'player_id', 'cash_id', 'state'] as const

const amountNames = ['amount', 'amount_from', 'amount_to'] as const

const timeNames = ['created_from', 'created_to', 'confirmed_from', 'confirmed_to'] as const

const moreNames = ['type', 'partner', ...amountNames, ...timeNames] as const

const filterNames = [...firstNames, ...moreNames] as const

export function TransactionsPage() {
  const t = useTranslations()
  const filters = useFilters(filterNames)
  const query = useTransactions(filters.values)
  const { opened } = useOpened()
  const jump = useJump()
  const refusal = query.error ? asCallFailure(query.error) : null
  return (
    <ListPage
      list="transactions"
      paramNames={filterNames}
      title={t('pages.transactions')}
      text={t('transactions.text')}
      exported={{ table: 'transactions', filters: filters.values }}
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
      {!filters.isAny && <LockedCallout />}
    </ListPage>
  )
}

/** A search by ID clears all other filters, and opens the transaction if it exists. */
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

export function TransactionPage() {
  const t = useTranslations('transactions')
  const { transaction_id: id = '' } = useParams()
  return (
    <>
      <PageHead title={t('one', { id })} />
      <TransactionDetail key={id} id={id} />
    </>
  )
}

function TransactionFilterBar({ filters, errorOf, onJump }: TransactionFiltersProps) {
  const t = useTranslations('transactions')
  const named = (name: FilterName) => ({ filters, name, error: errorOf(name) })
  // Filters in use are always visible.
  const isNeeded = moreNames.some((name) => filters.values[name] !== undefined)
  const [isOpened, setOpened] = useState(isNeeded)
  return (
    <ListFilters filters={filters}>
      <TextFilter
        {...named('transaction_id')}
        label={t('id')}
        type="search"
        read={cleanId}
        onEnter={(text) => onJump(cleanId(text))}
      />
      <TextFilter {...named('player_id')} label={t('player')} />
      <TextFilter {...named('cash_id')} label={t('cash_id')} inputMode="numeric" />
      <SelectFilter
        {...named('state')}
        label={t('state')}
        options={searchedStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      {!isNeeded && (
        <Button
          variant="ghost"
          className="sm:self-end"
          aria-expanded={isOpened}
          icon={isOpened ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
          onClick={() => setOpened(!isOpened)}
        >
          {t('filters.more')}
        </Button>
      )}
      {(isOpened || isNeeded) && <MoreFilters named={named} />}
    </ListFilters>
  )
}

/** People type IDs with spaces, dashes and small letters. */
const cleanId = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

function MoreFilters({ named }: MoreFiltersProps) {
  const t = useTranslations('transactions')
  const types = transactionTypes.map((value) => ({ value, label: t(`types.${value}`) }))
  const partners = usePartners().data?.map(({ code, name }) => ({ value: code, label: name })) ?? []
  return (
    <div className="flex w-full flex-wrap items-start gap-3">
      <SelectFilter {...named('type')} label={t('type')} options={types} />
      <SelectFilter {...named('partner')} label={t('partner')} options={partners} />
      {amountNames.map((name) => (
        <TextFilter
          key={name}
          {...named(name)}
          label={name === 'amount' ? t('amount') : t(`filters.${name}`)}
          inputMode="decimal"
          read={plainAmount}
        />
      ))}
      {timeNames.map((name) => (
        <TimeFilter key={name} {...named(name)} label={t(`filters.${name}`)} />
      ))}
    </div>
  )
}
