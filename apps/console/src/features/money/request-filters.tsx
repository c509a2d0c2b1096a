import type { InputOf } from '@cashbox/contract'
import { type listMoneyRequests, moneyKinds, requestStates } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { ListFilters, SelectFilter, TextFilter } from '../../platform/list-filters.tsx'
import { useOperator } from '../../platform/session.ts'
import { type Filters, useFilters } from '../../platform/url-filters.ts'

export const requestFilterNames = ['state', 'kind', 'cash_id', 'mine'] as const
type FilterName = (typeof requestFilterNames)[number]
type Asked = Omit<InputOf<typeof listMoneyRequests>, 'limit' | 'cursor'>

/** The filters of the list, and what they ask the server for. */
export function useRequestFilters() {
  const filters = useFilters<FilterName>(requestFilterNames)
  const { id } = useOperator()
  const { mine, ...values } = filters.values
  const asked = { ...values, ...(mine === undefined ? {} : { requested_by: id }) } as Asked
  return { filters, asked }
}

export function RequestFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations('money')
  const states = useTranslations('request_states')
  return (
    <ListFilters filters={filters}>
      <SelectFilter
        filters={filters}
        name="state"
        label={t('state')}
        options={requestStates.map((value) => ({ value, label: states(value) }))}
      />
      <SelectFilter
        filters={filters}
        name="kind"
        label={t('kind')}
        options={moneyKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <TextFilter filters={filters} name="cash_id" label={t('cash_id')} inputMode="numeric" />
      <SelectFilter
        filters={filters}
        name="mine"
        label={t('mine')}
        options={[{ value: 'yes', label: t('mine_only') }]}
      />
    </ListFilters>
  )
}
