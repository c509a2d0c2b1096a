import { asCallFailure, type CallFailure } from '@cashbox/client/call-failure'
import { transactionTypes } from '@cashbox/contract'
import { type ListedTransaction, searchedStates } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, offCard, spare, type TableColumn } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import {
  FilterControls,
  ListFilterBar,
  namedOptions,
  optionsOf,
  useListFilters,
} from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { usePartnerList } from '../../platform/values/channels.ts'
import { CashIdName, Code, TransactionTypeLabel } from '../../platform/values/values.tsx'
import { StateBadge } from './facts-section.tsx'
import { LockedCallout, TransactionDetail } from './transaction-detail.tsx'
import { isTransaction, plainAmount, stateOf } from './transactions.ts'

const t = textsOf('transactions')

interface TransactionFilterBarProps {
  readonly filters: ReturnType<typeof useTransactionFilters>
  readonly refusal: CallFailure | null
}

/** More than a screen shows, and quick to draw. */
const ROWS_AT_ONCE = '25'

const firstNames: ReadonlySet<string> = new Set(['transaction_id', 'player_id', 'cash_id', 'state'])

export function TransactionsPage() {
  const filters = useTransactionFilters()
  const list = useListOf('transactions', filters.values, { limit: ROWS_AT_ONCE })
  return (
    <ListPage
      {...list}
      otherParams={filters.controls.map(({ name }) => name)}
      path="/transactions"
      columns={useColumns()}
      emptyText={filters.isAny ? textAt('common.no_match_text') : undefined}
      renderDrawer={(id) => ({ title: t('one', { id }), content: <TransactionDetail id={id} /> })}
    >
      <TransactionFilterBar filters={filters} refusal={list.query.error ? asCallFailure(list.query.error) : null} />
      {!filters.isAny && <LockedCallout />}
    </ListPage>
  )
}

function useTransactionFilters() {
  const jump = useJump()
  const decimal = { inputMode: 'decimal', read: plainAmount } as const
  return useListFilters({
    transaction_id: {
      label: t('id'),
      type: 'search',
      read: cleanId,
      onEnter: (text) => void jump(cleanId(text)),
    },
    player_id: { label: t('player') },
    cash_id: { label: t('cash_id'), inputMode: 'numeric' },
    state: { label: t('state'), options: optionsOf(searchedStates, (state) => t(`states.${state}`)) },
    type: { label: t('type'), options: optionsOf(transactionTypes, (type) => t(`types.${type}`)) },
    partner: { label: t('partner'), options: namedOptions(usePartnerList()) },
    amount: { ...decimal, label: t('amount') },
    amount_from: { ...decimal, label: t('filters.amount_from') },
    amount_to: { ...decimal, label: t('filters.amount_to') },
    created_from: { label: t('filters.created_from'), type: 'time' },
    created_to: { label: t('filters.created_to'), type: 'time' },
    confirmed_from: { label: t('filters.confirmed_from'), type: 'time' },
    confirmed_to: { label: t('filters.confirmed_to'), type: 'time' },
  })
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
  const partners = usePartnerList()
  return [
    column('id', t('id'), ({ transaction_id }) => <Code text={transaction_id} />),
    bare.column('state', t('state'), (transaction) => <StateBadge state={stateOf(transaction)} />),
    bare.column('type', t('type'), ({ type }) => <TransactionTypeLabel type={type} />),
    bare.sum('amount', t('amount'), ({ amount, currency_code }) => [amount, currency_code]),
    offCard.column('player', t('player'), ({ player_id }) => player_id),
    offCard.column('cash_id', t('cash_id'), ({ cash_id, confirmed_by, agent_name }) => (
      <CashIdName cashId={confirmed_by ?? cash_id} name={agent_name} />
    )),
    bare.time('created', t('created'), ({ created_at }) => created_at),
    offCard.timeIfAny('confirmed', t('confirmed'), ({ confirmed_at }) => confirmed_at),
    spare.column(
      'partner',
      t('partner'),
      ({ partner }) => partners.find(({ code }) => code === partner)?.name ?? partner,
    ),
  ]
}

export function TransactionPage() {
  const { transaction_id: id = '' } = useParams()
  return (
    <>
      <PageHead title={t('one', { id })} />
      <TransactionDetail key={id} id={id} />
    </>
  )
}

function TransactionFilterBar({ filters, refusal }: TransactionFilterBarProps) {
  const controls = filters.controls.map((control) => ({ ...control, error: refusal?.errorOf(control.name) }))
  const more = controls.filter(({ name }) => !firstNames.has(name))
  // Filters in use are always visible.
  const isNeeded = more.some(({ value }) => value !== '')
  const [isOpened, setOpened] = useState(isNeeded)
  return (
    <ListFilterBar filters={{ ...filters, controls: controls.filter(({ name }) => firstNames.has(name)) }}>
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
      {(isOpened || isNeeded) && (
        <div className="flex w-full flex-wrap items-start gap-3">
          <FilterControls controls={more} />
        </div>
      )}
    </ListFilterBar>
  )
}

/** People type IDs with spaces, dashes and small letters. */
const cleanId = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()
