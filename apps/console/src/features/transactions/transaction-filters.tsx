import { transactionTypes } from '@cashbox/contract'
import { searchedStates } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListFilters, SelectFilter, TextFilter, TimeFilter } from '../../platform/list-filters.tsx'
import type { Filters } from '../../platform/url-filters.ts'
import { plainAmount } from './plain-amount.ts'
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
  const t = useTranslations('transactions')
  const named = (name: FilterName) => ({ filters, name, error: errorOf(name) })
  // Filters that narrow the list are always in sight.
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

/** As people type it, with spaces, dashes and small letters. */
const cleanId = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

interface MoreFiltersProps {
  readonly named: (
    name: FilterName,
  ) => Pick<ComponentProps<typeof TimeFilter<FilterName>>, 'filters' | 'name' | 'error'>
}

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
