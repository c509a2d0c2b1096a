import type { InputOf } from '@cashbox/contract'
import { changeKinds, changeStates, type listChangeRequests } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { ListFilters, SelectFilter } from '../../platform/list-filters.tsx'
import { useOperator } from '../../platform/session.ts'
import { type Filters, useFilters } from '../../platform/url-filters.ts'

export const changeFilterNames = ['state', 'kind', 'show'] as const
type FilterName = (typeof changeFilterNames)[number]
type Asked = Omit<InputOf<typeof listChangeRequests>, 'limit' | 'cursor'>

/** The filters of the list, and what they ask the server for. */
export function useChangeFilters() {
  const filters = useFilters<FilterName>(changeFilterNames)
  const { id } = useOperator()
  const { show, ...values } = filters.values
  const whose = show === 'mine' ? { requested_by: id } : show === 'for_me' ? { for_me: 'true' } : {}
  return { filters, asked: { ...values, ...whose } as Asked }
}

export function ChangeFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations('approvals')
  const states = useTranslations('request_states')
  return (
    <ListFilters filters={filters}>
      <SelectFilter
        filters={filters}
        name="show"
        label={t('show')}
        options={[
          { value: 'for_me', label: t('for_me') },
          { value: 'mine', label: t('mine') },
        ]}
      />
      <SelectFilter
        filters={filters}
        name="state"
        label={t('state')}
        options={changeStates.map((value) => ({ value, label: states(value) }))}
      />
      <SelectFilter
        filters={filters}
        name="kind"
        label={t('kind')}
        options={changeKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
    </ListFilters>
  )
}
