import type { InputOf } from '@cashbox/contract'
import { type listMoneyRequests, moneyKinds, moneyStates } from '@cashbox/contract/operator'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { useTranslations } from 'use-intl'
import { ListFilters } from '../../platform/list-filters.tsx'
import { useOperator } from '../../platform/session.ts'
import { type Filters, useFilters } from '../../platform/url-filters.ts'

type FilterName = 'state' | 'kind' | 'cash_id' | 'mine'
type Asked = Omit<InputOf<typeof listMoneyRequests>, 'limit' | 'cursor'>

/** The filters of the list, and what they ask the server for. */
export function useRequestFilters() {
  const filters = useFilters<FilterName>(['state', 'kind', 'cash_id', 'mine'])
  const { id } = useOperator()
  const { mine, ...values } = filters.values
  const asked = { ...values, ...(mine === undefined ? {} : { requested_by: id }) } as Asked
  return { filters, asked }
}

export function RequestFilters({ filters: { values, isAny, change, clear } }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const all = { value: '', label: t('common.all') }
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      <SelectFilter
        label={t('money.state')}
        value={values.state ?? ''}
        options={[all, ...moneyStates.map((value) => ({ value, label: t(`money.states.${value}`) }))]}
        onValueChange={(state) => change({ state })}
      />
      <SelectFilter
        label={t('money.kind')}
        value={values.kind ?? ''}
        options={[all, ...moneyKinds.map((value) => ({ value, label: t(`money.kinds.${value}`) }))]}
        onValueChange={(kind) => change({ kind })}
      />
      <TextFilter
        label={t('money.cash_id')}
        inputMode="numeric"
        value={values.cash_id ?? ''}
        onValueChange={(cash_id) => change({ cash_id: cash_id.trim() })}
      />
      <SelectFilter
        label={t('money.mine')}
        value={values.mine ?? ''}
        options={[all, { value: 'yes', label: t('money.mine_only') }]}
        onValueChange={(mine) => change({ mine })}
      />
    </ListFilters>
  )
}
