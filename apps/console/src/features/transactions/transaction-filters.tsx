import { transactionTypes } from '@cashbox/contract'
import { searchedStates } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fromLocalInput, toLocalInput } from '../../platform/formats.ts'
import { ListFilters } from '../../platform/list-filters.tsx'
import type { Filters } from '../../platform/url-filters.ts'
import { plainAmount } from './amounts.ts'
import { usePartners } from './transactions.ts'

const firstNames = ['transaction_id', 'player_id', 'cash_id', 'state'] as const
const amountNames = ['amount', 'amount_from', 'amount_to'] as const
const timeNames = ['created_from', 'created_to', 'confirmed_from', 'confirmed_to'] as const
const moreNames = ['type', 'partner', ...amountNames, ...timeNames] as const
export const filterNames = [...firstNames, ...moreNames] as const
type FilterName = (typeof filterNames)[number]

interface TransactionFiltersProps {
  readonly filters: Filters<FilterName>
  /** What the server said of a filter. */
  readonly errorOf: (name: FilterName) => string | undefined
  /** An ID was typed, and Enter pressed. */
  readonly onJump: (id: string) => void
}

export function TransactionFilterBar({ filters, errorOf, onJump }: TransactionFiltersProps) {
  const t = useTranslations()
  const { values, isAny, change, clear } = filters
  // What narrows the list is never out of sight.
  const isNeeded = moreNames.some((name) => values[name] !== undefined)
  const [isOpened, setOpened] = useState(isNeeded)
  const bound = (name: FilterName, read = (text: string) => text.trim()) => ({
    value: values[name] ?? '',
    error: errorOf(name),
    onValueChange: (text: string) => change({ [name]: read(text) }),
  })
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      <TextFilter
        {...bound('transaction_id', cleanId)}
        label={t('transactions.id')}
        type="search"
        onEnter={(text) => onJump(cleanId(text))}
      />
      <TextFilter {...bound('player_id')} label={t('transactions.player')} />
      <TextFilter {...bound('cash_id')} label={t('transactions.cash_id')} inputMode="numeric" />
      <SelectFilter
        {...bound('state')}
        label={t('transactions.state')}
        options={[
          { value: '', label: t('common.all') },
          ...searchedStates.map((value) => ({ value, label: t(`transactions.states.${value}`) })),
        ]}
      />
      {!isNeeded && (
        <Button
          variant="ghost"
          className="sm:self-end"
          aria-expanded={isOpened}
          icon={isOpened ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
          onClick={() => setOpened(!isOpened)}
        >
          {t('transactions.filters.more')}
        </Button>
      )}
      {(isOpened || isNeeded) && <MoreFilters bound={bound} />}
    </ListFilters>
  )
}

/** As people type it, with spaces, dashes and small letters. */
const cleanId = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

interface BoundProps {
  readonly bound: (
    name: FilterName,
    read?: (text: string) => string,
  ) => { value: string; error: string | undefined; onValueChange: (text: string) => void }
}

function MoreFilters({ bound }: BoundProps) {
  const t = useTranslations('transactions')
  const all = { value: '', label: useTranslations('common')('all') }
  const types = transactionTypes.map((value) => ({ value, label: t(`types.${value}`) }))
  const partners = usePartners().data?.map(({ code, name }) => ({ value: code, label: name })) ?? []
  return (
    <div className="flex w-full flex-wrap items-start gap-3">
      <SelectFilter {...bound('type')} label={t('type')} options={[all, ...types]} />
      <SelectFilter {...bound('partner')} label={t('partner')} options={[all, ...partners]} />
      {amountNames.map((name) => (
        <TextFilter
          key={name}
          {...bound(name, plainAmount)}
          label={name === 'amount' ? t('amount') : t(`filters.${name}`)}
          inputMode="decimal"
        />
      ))}
      {timeNames.map((name) => {
        const { value, ...rest } = bound(name, (text) => String(fromLocalInput(text) ?? ''))
        const shown = /^\d{1,12}$/.test(value) ? toLocalInput(Number(value)) : ''
        return <TextFilter key={name} {...rest} value={shown} label={t(`filters.${name}`)} type="datetime-local" />
      })}
    </div>
  )
}
