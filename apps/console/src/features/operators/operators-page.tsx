import { createOperator, type KnownOperator, operatorRoles } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { ListFilters, SearchFilter, SelectFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { isFoundIn, type SortedColumn, useWholeList } from '../../platform/whole-list.ts'
import { NewOperator } from './new-operator.tsx'
import { AccessBadge, FactorBadge } from './operator-badges.tsx'
import { OperatorDetail } from './operator-detail.tsx'
import { useOperators } from './operators.ts'

export function OperatorsPage() {
  const t = useTranslations()
  const { opened } = useOpened()
  const query = useOperators()
  const { filters, table } = useWholeList({
    all: query.data,
    columns: useColumns(),
    filterNames: ['search', 'role'],
    isWanted: (operator, { search, role }) =>
      (role === undefined || operator.role === role) && isFoundIn(search, operator.name, operator.email),
  })
  const operator = query.data?.find(({ id }) => id === opened)
  return (
    <ListPage
      {...table}
      list="operators"
      title={t('pages.operators')}
      text={t('operators.text')}
      exported={{ table: 'operators', filters: {} }}
      create={{
        endpoint: createOperator,
        label: t('operators.create'),
        form: NewOperator,
      }}
      path="/operators"
      query={query}
      keyOf={({ id }) => id}
      emptyTitle={t('operators.none')}
      emptyText={t('common.no_match_text')}
      drawer={operator && { title: operator.name, content: <OperatorDetail operator={operator} /> }}
    >
      <ListFilters filters={filters}>
        <SearchFilter filters={filters} />
        <SelectFilter
          filters={filters}
          name="role"
          label={t('operators.role')}
          options={operatorRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
      </ListFilters>
    </ListPage>
  )
}

function useColumns(): readonly SortedColumn<KnownOperator>[] {
  const t = useTranslations()
  const time = (id: 'last_seen_at' | 'created_at', header: string): SortedColumn<KnownOperator> => ({
    id,
    header,
    cell: (operator) => <When seconds={operator[id]} />,
    isFigure: true,
    sortValue: (operator) => operator[id] ?? 0,
  })
  return [
    { id: 'name', header: t('operators.name'), cell: ({ name }) => name, sortValue: ({ name }) => name },
    { id: 'email', header: t('operators.email'), cell: ({ email }) => email, sortValue: ({ email }) => email },
    { id: 'role', header: t('operators.role'), cell: ({ role }) => t(`roles.${role}`), sortValue: ({ role }) => role },
    { id: 'standing', header: t('operators.standing'), cell: (operator) => <AccessBadge operator={operator} /> },
    { id: 'factor', header: t('operators.factor'), cell: (operator) => <FactorBadge operator={operator} /> },
    time('last_seen_at', t('operators.last_seen')),
    time('created_at', t('operators.created')),
  ]
}
