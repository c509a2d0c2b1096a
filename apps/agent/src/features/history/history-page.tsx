import { type HistoryItem, SEARCH_MIN_LENGTH } from '@cashbox/contract'
import { cn, EmptyState, Field, IconButton, Money, Skeleton, TextInput, useDebounced } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ReceiptText, Search, SearchX, Undo2, X } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Code, Disc, Figures } from '../../platform/agent-parts.tsx'
import { RowLine } from '../../platform/day-list/day-list.tsx'
import { ListScreen } from '../../platform/day-list/list-screen.tsx'
import { dayOfBound } from '../../platform/day-list/url-filters.ts'
import { emit } from '../../platform/events.ts'
import { useUser } from '../../platform/session/user.ts'
import { useLogged } from '../../platform/settings.ts'
import { monthStats } from '../../platform/stats.ts'
import type { Month } from '../../platform/time/calendar.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'
import { foundInHistory, monthOfHistory, useHistoryFilter } from './history-data.ts'

export function HistoryPage() {
  const t = useTranslations()
  const filter = useHistoryFilter()
  const { months, month, type, search, choose } = filter
  const isSearching = isSearch(search)
  const [isSearchOpen, setSearchOpen] = useState(isSearching)
  const source = isSearching
    ? foundInHistory({ search, type, from: filter.found?.from ?? null, to: filter.found?.to ?? null })
    : monthOfHistory({ type, month })
  const closeSearch = () => {
    setSearchOpen(false)
    choose({ search: '' })
  }
  return (
    <ListScreen
      shown="payments"
      title={t('history.title')}
      period={
        isSearching
          ? {
              label: t('common.month'),
              value: filter.found?.value ?? ALL_TIME,
              onValueChange: (value) => choose({ found: value === ALL_TIME ? '' : value }),
              options: [{ value: ALL_TIME, label: t('period.all') }, ...months],
            }
          : { label: t('common.month'), value: month.value, onValueChange: filter.chooseMonth, options: months }
      }
      tools={
        <IconButton
          label={t('history.search_label')}
          icon={<Search aria-hidden className="size-5" />}
          aria-expanded={isSearchOpen}
          onClick={() => (isSearchOpen ? closeSearch() : setSearchOpen(true))}
        />
      }
      file={{
        list: 'history',
        type: type === 'all' ? null : type,
        fromDay: dayOfBound(isSearching ? (filter.found?.from ?? null) : month.from),
        toDay: dayOfBound(isSearching ? (filter.found?.to ?? null) : month.to),
      }}
      source={source}
      row={HistoryRow}
      empty={
        isSearching ? (
          <EmptyState icon={<SearchX aria-hidden />} title={t('history.found_nothing')}>
            {t('history.found_nothing_text')}
          </EmptyState>
        ) : (
          <EmptyState icon={<ReceiptText aria-hidden />} title={t('history.empty')} />
        )
      }
      end={t(isSearching ? 'history.found_end' : 'history.end')}
    >
      {isSearchOpen && <SearchField value={search} onSearch={(value) => choose({ search: value })} />}
      <Tabs
        label={t('history.tabs_label')}
        value={type}
        onValueChange={filter.chooseType}
        items={[
          { value: 'all', label: t('history.all') },
          { value: 'deposit', label: t('history.deposits') },
          { value: 'withdraw', label: t('history.withdrawals') },
        ]}
      />
      {!isSearching && <MonthTotals month={month} />}
    </ListScreen>
  )
}

const DEBOUNCE_MS = 500
const ALL_TIME = 'all'

const isSearch = (text: string): boolean => text.length >= SEARCH_MIN_LENGTH

/** Searches by transaction ID, player or amount when typing pauses. */
function SearchField({ value, onSearch }: { value: string; onSearch: (value: string) => void }) {
  const t = useTranslations()
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed.trim(), DEBOUNCE_MS)
  const search = (text: string) => {
    const wanted = isSearch(text) ? text : ''
    if (wanted !== value) onSearch(wanted)
  }
  const searchSettled = useEffectEvent(search)
  useEffect(() => searchSettled(settled), [settled])
  const isTooShort = typed.trim() !== '' && !isSearch(typed.trim())
  return (
    <Field
      label={t('history.search_label')}
      isLabelHidden
      help={isTooShort && t('common.search_minimum', { count: SEARCH_MIN_LENGTH })}
    >
      {(control) => (
        <TextInput
          {...control}
          type="search"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={40}
          placeholder={t('history.search_placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && search(typed.trim())}
          prefix={<Search aria-hidden className="size-5" />}
          suffix={
            typed !== '' && (
              <IconButton
                label={t('common.clear')}
                icon={<X aria-hidden className="size-5" />}
                className="-me-3"
                onClick={() => {
                  setTyped('')
                  search('')
                }}
              />
            )
          }
          className="[&_input::-webkit-search-cancel-button]:hidden"
        />
      )}
    </Field>
  )
}

/** Sums of the whole month, not only of the listed part. */
function MonthTotals({ month }: { month: Month }) {
  const t = useTranslations('history')
  const titleId = useId()
  const { channel } = useUser()
  const { data, error, isPending } = useQuery(monthStats(month))
  useLogged('the totals could not be loaded', error)
  const totals = [
    { label: t('deposits'), dot: 'bg-deposit', amount: data?.depositSum },
    { label: t('withdrawals'), dot: 'bg-withdraw', amount: data?.withdrawSum },
    { label: t('total_fees'), dot: 'bg-brand', amount: data && data.depositFee + data.withdrawFee },
  ]
  return (
    <section aria-labelledby={titleId} aria-busy={isPending} className="px-1">
      <h2 id={titleId} className="sr-only">
        {t('totals')}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-2 gap-y-1 text-sm lg:grid-cols-1 lg:gap-y-2 lg:pt-2">
        {totals.map(({ label, dot, amount }) => (
          <div key={label} className="min-w-0">
            <dt className="flex items-center gap-1.5 text-ink-soft">
              <span aria-hidden className={cn('size-2 shrink-0 rounded-full', dot)} />
              <span className="truncate">{label}</span>
            </dt>
            <dd>
              {isPending ? (
                <Skeleton className="h-5 w-20" />
              ) : (
                <Figures className="font-semibold tabular-nums">
                  {amount === undefined ? '—' : formatMoney(amount)}
                  <span className="sr-only"> {channel.currency_code}</span>
                </Figures>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A deposit takes from the agent's balance, a withdrawal adds to it. */
const looks = {
  deposit: { sign: '−', Icon: ArrowDown, disc: 'bg-deposit-soft text-deposit', amount: 'text-deposit' },
  withdraw: { sign: '+', Icon: ArrowUp, disc: 'bg-withdraw-soft text-withdraw', amount: 'text-withdraw' },
} as const

const HistoryRow = memo(function HistoryRow({ item }: { item: HistoryItem }) {
  const t = useTranslations('history')
  const { sign, Icon, disc, amount } = looks[item.type]
  const isReversed = item.reversed_at !== null
  return (
    <div className="flex h-full items-center gap-3 px-4 max-[22rem]:px-3">
      {/* Hidden on the narrowest phones, to leave room for the player's ID. */}
      <Disc className={cn('max-[22rem]:hidden', disc)} icon={<Icon strokeWidth={2.5} />} />
      <div className="min-w-0 flex-1">
        <RowLine
          start={
            <>
              <span className="font-semibold">{t(item.type)}</span>
              {isReversed && (
                <span className="ms-2 text-sm text-rejected">
                  <Undo2 aria-hidden className="me-1 inline size-4" />
                  {t('reversed')}
                </span>
              )}
            </>
          }
        >
          <Money
            amount={formatMoney(item.amount)}
            sign={sign}
            className={isReversed ? 'text-ink-soft line-through' : amount}
          />
        </RowLine>
        <RowLine isSmall start={<Code className="text-ink">{item.transaction_id}</Code>}>
          <bdi className={cn('tabular-nums', isReversed && 'line-through')}>
            {t('fee_amount', { amount: formatMoney(item.fee) })}
          </bdi>
        </RowLine>
        <RowLine isSmall start={<bdi>{t('player_id', { id: item.customer_id })}</bdi>}>
          <Moment seconds={item.finished_at} />
        </RowLine>
      </div>
      <button
        type="button"
        aria-label={t('receipt_of', { transactionId: item.transaction_id })}
        onClick={() => emit('open-receipt', item.transaction_id)}
        className="absolute inset-0 cursor-pointer rounded-2xl hover:bg-ink/5 active:bg-ink/10"
      />
    </div>
  )
})
